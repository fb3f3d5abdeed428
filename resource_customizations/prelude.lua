-- The helpers of the checks in this tree. The first line of a check names those that it uses:
--
--     -- uses: map, condition
--
-- vitals puts them in place of that line, all on one line, so that the other lines keep their numbers.
-- `vitals export` writes the same as scripts that stand alone. A helper is a function of its
-- arguments. It begins with `local`, ends at the next empty line, and has no comment inside; the
-- comment above it names the helpers that it calls itself.

-- A table as it is; anything else as an empty one.
local function map(value)
  return type(value) == "table" and value or {}
end

-- A text that is not empty, or else `otherwise`.
local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

-- Whether what was observed is older than the object: than its .metadata.generation.
-- uses: map
local function is_stale(object, observed)
  local wanted = tonumber(map(object.metadata).generation)
  return wanted ~= nil and (tonumber(observed) or wanted) < wanted
end

-- The condition of a type in .status.conditions, or an empty one. One that is stale does not count.
-- uses: map, is_stale
local function condition(object, name)
  for _, candidate in ipairs(map(map(object.status).conditions)) do
    if map(candidate).type == name and not is_stale(object, candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason, or else `otherwise`.
-- uses: text
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

-- What a condition says, or else what its type and status mean for the object that is called `noun`.
-- uses: text, explain
local function words_of(found, noun)
  if found.type == "Ready" and found.status == "True" then
    return text(found.message, noun .. " is ready")
  end
  if found.type == "Ready" and found.status == "False" then
    return explain(found, noun .. " is not ready")
  end
  return explain(found, text(found.type, "") .. " is " .. text(found.status, "empty"))
end

-- The condition of a type, whichever generation it is of, or an empty one.
-- uses: map
local function last_condition(object, name)
  for _, candidate in ipairs(map(map(object.status).conditions)) do
    if map(candidate).type == name then
      return candidate
    end
  end
  return {}
end

-- Reasons, phases and states that name a failure wherever they occur.
local failures = {
  Failed = true, FAILED = true, failed = true, Failure = true, Error = true, ERROR = true,
  error = true, Errored = true, Invalid = true, Rejected = true, Stalled = true,
  ReconcileFailed = true, ReconcileError = true, ReconciliationFailed = true,
  ReconciliationError = true, InternalError = true, InvalidSpec = true, ConfigError = true,
  InvalidConfiguration = true, ConfigurationError = true, ValidationFailed = true,
}

-- An object that waits, and says so in `words`. What its status says of an older generation, `stale`,
-- is not lost.
-- uses: text
local function waits(words, stale)
  if text(stale, "") ~= "" then
    words = words .. "; stale: " .. stale
  end
  return { status = "Progressing", message = words }
end

-- How a row calls the object.
-- uses: text
local function noun_of(object, row)
  return row.kind or text(object.kind, "the object")
end

-- The verdict of an object that rests on purpose, or nil. In the row:
--   paused: a field that is true in .spec then; paused_by: an annotation that says why
--   paused_annotation: an annotation that is there then, or has the value paused_value
--   managed: a field of .spec that is Unmanaged or Removed then
-- uses: map, text, noun_of
local function rests(object, row)
  local spec = (row.paused or row.managed) and map(object.spec) or {}
  local annotations = {}
  if row.paused_by or row.paused_annotation then
    annotations = map(map(object.metadata).annotations)
  end
  local how
  if row.paused and spec[row.paused] == true then
    how = row.paused == "paused" and " is paused" or " is suspended"
    local why = row.paused_by and text(annotations[row.paused_by], "") or ""
    how = why == "" and how or how .. ": " .. why
  end
  local mark = row.paused_annotation and annotations[row.paused_annotation]
  if mark ~= nil and mark == (row.paused_value or mark) then
    how = row.paused_value and " is suspended" or " is paused"
  end
  local managed = row.managed and spec[row.managed]
  if managed == "Unmanaged" then
    how = " is not managed by its operator"
  end
  if managed == "Removed" then
    how = " is removed"
  end
  return how and { status = "Suspended", message = noun_of(object, row) .. how } or nil
end

-- Conditions decide. A row is a list of { type, True = health, False = health, Unknown = health }; the
-- first condition with a health decides, so the worst stand first. In place of a health there may be a
-- table of healths by reason; its first element is for all other reasons. A row also has, where needed:
--   kind: the noun in messages, if it is not the kind of the object; waiting: the whole sentence
--   paused and the like: see `rests`
--   observed = "success": failures are never observed, so they count whatever was observed;
--   "always": without an observedGeneration nothing was; "alive": a deletion is not observed
--   otherwise: the health where no rule decides and nothing waits; says: its message
-- and a rule has `always = true` if it counts although the generation has not been observed. A failure
-- counts as well when its condition is itself of this generation.
-- A condition that decides nothing is said; when it is False for a reason that names a failure, it counts as one.
-- uses: map, text, is_stale, condition, last_condition, words_of, failures, waits, noun_of, rests
local function conditions(object, row)
  local noun, resting = noun_of(object, row), rests(object, row)
  local seen = map(object.status).observedGeneration
  local leaves = row.observed == "alive" and map(object.metadata).deletionTimestamp ~= nil
  local lags = is_stale(object, seen) and not leaves or (row.observed == "always" and seen == nil)
  local said, stale, failed = "", "", false
  if resting then
    return resting
  end
  for _, rule in ipairs(row) do
    local found = condition(object, rule[1])
    local health = rule[text(found.status, "")]
    if type(health) == "table" then
      health = health[text(found.reason, "")] or health[1]
    end
    local counts = health == "Degraded"
      and (row.observed == "success" or found.observedGeneration ~= nil)
    if health and (counts or rule.always or not lags) then
      return { status = health, message = words_of(found, noun) }
    end
    if lags or found.status == nil then
      local last = last_condition(object, rule[1])
      stale = text(stale, last.type and words_of(last, noun))
    elseif said == "" and (found.status ~= "True" or rule.True ~= nil) then
      said = words_of(found, noun)
      failed = found.status == "False" and failures[text(found.reason, "")]
    end
  end
  if failed then
    return { status = "Degraded", message = said }
  end
  if row.otherwise and not lags then
    return { status = row.otherwise, message = row.says }
  end
  if said ~= "" then
    return waits(said)
  end
  return waits(row.waiting or "Waiting for " .. noun, stale)
end

local healths = { "Healthy", "Progressing", "Suspended", "Degraded", "Missing", "Unknown" }

-- A phase or a state decides. A row has lists of phases by health, and where needed:
--   kind, waiting, paused, observed: as above
--   field: the field of .status that has the phase, if it is not "phase"; within: the map that has it
--   message: fields beside it that say more, the first that is not empty
--   because: the type of a condition that says more, or "phase": that of the phase's own name
-- A phase that the row does not have is Degraded if it names a failure, and otherwise Progressing.
-- uses: map, text, is_stale, condition, explain, failures, waits, noun_of, rests, healths
local function phases(object, row)
  local status = map(object.status)
  local lags = is_stale(object, status.observedGeneration)
  local place = row.within and map(status[row.within]) or status
  local phase = text(place[row.field or "phase"], "")
  local noun, resting = noun_of(object, row), rests(object, row)
  local waiting = row.waiting or "Waiting for " .. noun
  if resting then
    return resting
  end
  if phase == "" then
    return waits(waiting)
  end
  local health = failures[phase] and "Degraded" or nil
  for _, candidate in ipairs(healths) do
    for _, known in ipairs(row[candidate] or {}) do
      if known == phase then
        health = candidate
      end
    end
  end
  local words = noun .. " is " .. phase
  if health == nil then
    words = words .. ", which this check does not know"
  end
  local more = ""
  for _, name in ipairs(row.message or {}) do
    more = text(more, text(place[name], ""))
  end
  if row.because then
    more = explain(condition(object, row.because == "phase" and phase or row.because), more)
  end
  if more ~= "" then
    words = words .. ": " .. more
  end
  if lags and not (health == "Degraded" and row.observed == "success") then
    return waits(waiting, words)
  end
  return { status = health or "Progressing", message = words }
end
