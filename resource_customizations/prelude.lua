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

-- The first condition of this generation that is not True, or an empty one.
-- uses: map, is_stale
local function not_true(object)
  for _, candidate in ipairs(map(map(object.status).conditions)) do
    local found = map(candidate)
    if found.status ~= "True" and not is_stale(object, found.observedGeneration) then
      return found
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

-- The verdict of an object whose status does not matter, or nil: it rests on purpose. In the row:
--   paused: a field that is true in .spec then; paused_by: an annotation that says why
--   paused_annotation: an annotation that is there then, or has the value paused_value
--   managed: a field of .spec that is Unmanaged or Removed then
--   resting: a list of { field of .spec, its value then, words }
-- An object of a kind in `without` has no status, and is Healthy.
-- uses: map, text, noun_of
local function rests(object, row)
  if row.without and row.without[text(object.kind, "")] and map(object.status).conditions == nil then
    return { status = "Healthy", message = object.kind .. " has no status" }
  end
  local spec = (row.paused or row.managed or row.resting) and map(object.spec) or {}
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
  for _, rest in ipairs(row.resting or {}) do
    if how == nil and spec[rest[1]] == rest[2] then
      how = " " .. rest[3]
    end
  end
  return how and { status = "Suspended", message = noun_of(object, row) .. how } or nil
end

-- A field of a table: a name, or a list of names and positions that leads to it.
-- uses: map
local function field_of(place, way)
  if type(way) ~= "table" then
    return place[way]
  end
  for i = 1, #way - 1 do
    place = map(place[way[i]])
  end
  return place[way[#way]]
end

-- For `field` of a rule: a field of the status in the form of a condition, whose status is the value.
-- uses: map, text, field_of
local function field_seen(object, rule, name, noun)
  local place = map(object.status)
  place = rule.within and map(place[rule.within]) or place
  local value = place[name]
  local more = ""
  if value == nil or value == "" or type(value) == "table" then
    return {}
  end
  for _, beside in ipairs(rule.message or {}) do
    more = text(more, text(field_of(place, beside), ""))
  end
  local found = { type = name, reason = text(more, noun .. " is " .. tostring(value)) }
  local words
  if rule.any then
    words = tostring(value)
  elseif more ~= "" then
    words = rule.says and more or noun .. " is " .. tostring(value) .. ": " .. more
  end
  found.status = tostring(value)
  found.message = words
  return found
end

local is_health = {
  Healthy = true, Progressing = true, Suspended = true, Degraded = true, Missing = true, Unknown = true,
}

-- The health that a rule gives to what it has seen, or nil.
-- uses: text, is_health
local function health_of(rule, found)
  local health = found.status and rule.any or rule[text(found.status, "absent")]
  if type(health) == "table" then
    health = health[text(found[rule.by or "reason"], "")] or health[1]
  end
  return is_health[health or ""] and health or nil
end

-- The verdict of the first rule of a row that decides, or nil; and what else there is: what is said, what
-- an older generation said, whether that names a failure. See `conditions`.
-- uses: text, last_condition, words_of, explain, failures, waits, field_seen, condition, health_of
local function decided(object, row, noun, lags)
  local said, stale, failed = "", "", false
  for _, rule in ipairs(row) do
    for _, name in ipairs(rule) do
      local found = rule.field and field_seen(object, rule, name, noun) or condition(object, name)
      local health = health_of(rule, found)
      local counts = health == "Degraded"
        and (row.observed == "success" or found.observedGeneration ~= nil)
      if health and (counts or rule.always or not lags) then
        local words = rule.says and explain(found, rule.says) or words_of(found, noun)
        if found.status == nil then
          return waits(rule.says or row.waiting or "Waiting for " .. noun)
        end
        return { status = health, message = (rule.before or "") .. words }
      end
      if lags or found.status == nil then
        local last = rule.field and found or last_condition(object, name)
        stale = text(stale, last.type and words_of(last, noun))
      elseif said == "" and (found.status ~= "True" or rule.True ~= nil)
        and (found.status ~= "False" or rule.True ~= "Degraded") then
        said = words_of(found, noun)
        failed = found.status == "False" and failures[text(found.reason, "")]
      end
    end
  end
  return nil, said, stale, failed
end

-- Conditions decide. A row is a list of { type, True = health, False = health, Unknown = health }; the
-- first condition with a health decides, so the worst stand first. In place of a health there may be a
-- table of healths by reason; its first element is for all other reasons. A rule may name several types,
-- and has, where needed:
--   absent: the health while the condition is missing; says: what it says when the condition says nothing
--   before: what stands before its words; by = "severity": healths by severity instead of reason
--   always = true: it counts although the generation has not been observed
--   field = true: the row names a field of the status, in the map `within`, and maps its values, or `any`, to
--   healths; message: fields beside it that say more
-- A failure counts as well when its condition is itself of this generation. A row has, where needed:
--   kind: the noun in messages, if it is not the kind of the object; waiting: the whole sentence
--   paused and the like: see `rests`
--   observed = "success": failures are never observed, so they count whatever was observed;
--   "always": without an observedGeneration nothing was; "alive": a deletion is not observed
--   otherwise: the health where no rule decides; says: its message
-- A condition that decides nothing is said; when it is False for a reason that names a failure, it counts as one.
-- uses: map, is_stale, waits, noun_of, rests, decided
local function conditions(object, row)
  local noun, resting = noun_of(object, row), rests(object, row)
  local seen = map(object.status).observedGeneration
  local leaves = row.observed == "alive" and map(object.metadata).deletionTimestamp ~= nil
  local lags = is_stale(object, seen) and not leaves or (row.observed == "always" and seen == nil)
  if resting then
    return resting
  end
  local verdict, said, stale, failed = decided(object, row, noun, lags)
  if verdict then
    return verdict
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

-- Whether a list has a word.
local function is_among(list, word)
  for _, known in ipairs(list or {}) do
    if known == word then
      return true
    end
  end
  return false
end

-- A phase or a state decides. A row has lists of phases by health, and where needed:
--   kind, waiting, paused, observed: as above
--   field: the field of .status that has the phase, if it is not "phase"; within: the map that has it
--   message: fields beside it that say more, the first that is not empty; see `field_of`
--   words: what stands before the phase, if it is not "KIND is "; alone: what says more stands alone
--   other: the health of a phase that the row does not have, if it is not Progressing
--   because: the type of a condition that says more, or "phase": that of the phase's own name,
--   or "not_true": the first that is not True
-- A phase that the row does not have is Degraded if it names a failure, and otherwise Progressing.
-- uses: map, text, is_stale, condition, explain, not_true, failures, waits, noun_of, rests, field_of, is_among
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
  local health = is_among(row.Unknown, phase) and "Unknown"
    or is_among(row.Missing, phase) and "Missing"
    or is_among(row.Degraded, phase) and "Degraded"
    or is_among(row.Suspended, phase) and "Suspended"
    or is_among(row.Progressing, phase) and "Progressing"
    or is_among(row.Healthy, phase) and "Healthy"
    or failures[phase] and "Degraded" or nil
  local words = (row.words or noun .. " is ") .. phase
  if health == nil then
    words = words .. ", which this check does not know"
  end
  local more = ""
  for _, name in ipairs(row.message or {}) do
    more = text(more, text(field_of(place, name), ""))
  end
  if row.because then
    local found = {}
    if row.because ~= "not_true" then
      found = condition(object, row.because == "phase" and phase or row.because)
    elseif health ~= "Healthy" then
      found = not_true(object)
    end
    more = explain(found, more)
  end
  if more ~= "" then
    words = row.alone and more or words .. ": " .. more
  end
  if lags and not (health == "Degraded" and row.observed == "success") then
    return waits(waiting, words)
  end
  return { status = health or row.other or "Progressing", message = words }
end

-- Rules as for `conditions`, and then the phase.
-- uses: map, is_stale, noun_of, rests, decided, phases
local function phases_after(object, row)
  local lags = is_stale(object, map(object.status).observedGeneration)
  local resting = rests(object, row)
  return resting or decided(object, row, noun_of(object, row), lags) or phases(object, row)
end

-- What the kinds of one operator have in common.

-- GitOps Promoter: the verdict of an object that is deleted or does not work, or nil. Releases before 0.10
-- write booleans instead of texts. A failure may leave .status.observedGeneration behind, while the
-- condition is of this generation: argoproj-labs/gitops-promoter, internal/utils/utils.go,
-- HandleReconciliationResult.
-- uses: map, text, is_stale, condition, explain, waits
local function promoter(object, noun)
  local metadata, ready = map(object.metadata), condition(object, "Ready")
  local message = noun .. " is being deleted"
  for _, name in ipairs(map(metadata.finalizers)) do
    message = message .. "; waiting for finalizer " .. text(name, "unnamed")
  end
  if metadata.deletionTimestamp ~= nil then
    return { status = "Progressing", message = message }
  end
  local fails = ready.status == "False" or ready.status == false
  local lags = is_stale(object, map(object.status).observedGeneration)
  if ready.status == nil or (lags and not (fails and ready.observedGeneration ~= nil)) then
    return waits("Waiting for " .. noun, explain(ready, ""))
  end
  if fails then
    return { status = "Degraded", message = noun .. " failed: " .. explain(ready, "no details") }
  end
  if ready.status ~= "True" and ready.status ~= true then
    return { status = "Progressing", message = noun .. ": " .. explain(ready, "not known yet") }
  end
  return nil
end

-- GitOps Promoter: a check of commits, by the phases of its environments.
-- uses: map, text, promoter
local function promoter_gate(object, noun)
  local environments, branches = map(map(object.status).environments), {}
  for _, item in ipairs(environments) do
    local phase = text(map(item).phase, "pending")
    branches[phase] = (branches[phase] or "") .. " " .. text(map(item).branch, "unnamed")
  end
  local wrong = promoter(object, noun)
  if wrong then
    return wrong
  end
  if branches.failure then
    return { status = "Degraded", message = noun .. " failed for" .. branches.failure }
  end
  if branches.pending then
    return { status = "Progressing", message = noun .. " is pending for" .. branches.pending }
  end
  local count = tostring(#environments)
  return { status = "Healthy", message = noun .. " passed for " .. count .. " environment(s)" }
end

-- GitOps Promoter: the commit that a branch was rendered from, and its commit statuses that are not
-- successful, such as "; tests: pending".
-- uses: map, text
local function promoter_commit(branch)
  local message = ""
  for _, item in ipairs(map(map(branch).commitStatuses)) do
    if map(item).phase ~= "success" then
      local phase = text(map(item).phase, "pending")
      message = message .. "; " .. text(map(item).key, "unnamed") .. ": " .. phase
    end
  end
  return text(map(map(branch).dry).sha, ""), message
end

-- Gloo: each installation that watches an object reports whether it accepts it; the worst report decides, of
-- several that of the first in alphabetical order. States are numbers in releases before 1.9, which had
-- one report only.
-- uses: map, text, is_stale
local function gloo(object)
  local status = map(object.status)
  local health = {
    [0] = "Suspended", [1] = "Healthy", [2] = "Degraded", [3] = "Degraded", Pending = "Suspended",
    Accepted = "Healthy", Rejected = "Degraded", Warning = "Degraded",
  }
  local sentence = {
    Healthy = "The resource has been validated",
    Suspended = "The resource has not yet been validated",
    Degraded = "The resource has been rejected or has warnings",
  }
  local rank, worst, owner = { Healthy = 1, Suspended = 2, Degraded = 3 }, nil, nil
  local reports = status.state ~= nil and { status } or map(status.statuses)
  for name, element in pairs(reports) do
    local found = health[map(element).state]
    local order = (rank[found] or 0) - (rank[worst] or 0)
    if order > 0 or (order == 0 and found ~= nil and tostring(name) < owner) then
      worst, owner = found, tostring(name)
    end
  end
  if is_stale(object, status.observedGeneration) or worst == nil then
    return { status = "Progressing", message = "Update in progress" }
  end
  return { status = worst, message = text(map(reports[owner] or status).reason, sentence[worst]) }
end

-- Vault Secrets Operator: valid, and the conditions of this generation.
-- uses: map, text, is_stale, condition, explain, waits
local function vault(object)
  local status, noun = map(object.status), text(object.kind, "the object")
  if is_stale(object, status.lastGeneration) or is_stale(object, status.observedGeneration) then
    return { status = "Progressing", message = "Waiting for " .. noun }
  end
  if status.valid == false then
    return { status = "Degraded", message = text(status.error, noun .. " is not valid") }
  end
  for _, candidate in ipairs(map(status.conditions)) do
    if is_stale(object, map(candidate).observedGeneration) then
      return waits("Waiting for " .. noun, explain(candidate, ""))
    end
  end
  local seen = status.valid == true or (tonumber(status.lastGeneration) or 0) > 0
  for _, name in ipairs({ "Healthy", "SecretSynced", "Ready" }) do
    local found = condition(object, name)
    if found.status == "False" then
      return { status = "Degraded", message = explain(found, name .. " is False") }
    end
    seen = seen or found.status == "True"
  end
  if seen then
    return { status = "Healthy", message = noun .. " is in sync" }
  end
  return { status = "Progressing", message = "Waiting for " .. noun }
end

-- Prometheus Operator: what selects an object reports in status.bindings whether it accepts it.
-- uses: map, text, is_stale, explain
local function bound(object, words)
  local bindings = 0
  if is_stale(object, map(object.status).observedGeneration) then
    return { status = "Progressing", message = "Waiting for " .. text(object.kind, "the object") }
  end
  for _, binding in ipairs(map(map(object.status).bindings)) do
    for _, found in ipairs(map(map(binding).conditions)) do
      local current = map(found).type == "Accepted" and not is_stale(object, found.observedGeneration)
      if current and found.status == "False" then
        local by = text(binding.namespace, "") .. "/" .. text(binding.name, "")
        local cause = explain(found, "no reason given")
        return { status = "Degraded", message = by .. " does not accept it: " .. cause }
      end
      bindings = bindings + (current and found.status == "True" and 1 or 0)
    end
  end
  if bindings > 0 then
    return { status = "Healthy", message = "Accepted by " .. bindings }
  end
  return { status = "Healthy", message = words .. " not reported to be in use" }
end

-- Istio: validationMessages, then the conditions that say what is wrong.
-- uses: map, text, is_stale, condition, explain
local function istio(object)
  local status = map(object.status)
  if is_stale(object, status.observedGeneration) then
    return { status = "Progressing", message = "Waiting for " .. text(object.kind, "the object") }
  end
  for _, entry in ipairs(map(status.validationMessages)) do
    local level, kind = text(map(entry).level, ""), map(map(entry).type)
    if level == "ERROR" or level == "Error" then
      local words = text(entry.message, text(kind.name, text(entry.documentationUrl, "")))
      local code = text(entry.code, text(kind.code, "error"))
      return { status = "Degraded", message = words == "" and code or code .. ": " .. words }
    end
  end
  for _, name in ipairs({ "Accepted", "WaypointAccepted", "ZtunnelAccepted", "Healthy" }) do
    local found = condition(object, name)
    if found.status == "False" then
      return { status = "Degraded", message = explain(found, name .. " is False") }
    end
  end
  local reconciled = condition(object, "Reconciled")
  if reconciled.status == "False" then
    local message = explain(reconciled, "The configuration is on its way")
    return { status = "Progressing", message = message }
  end
  local analysis = condition(object, "PassedAnalysis")
  return { status = "Healthy", message = text(analysis.message, "The configuration has no error") }
end

-- Numaflow: the phase decides; while it runs, so do the conditions, and a failed upgrade of Numaplane.
-- uses: map, text, is_stale, explain, waits
local function numaflow(object)
  local status, noun = map(object.status), text(object.kind, "the object")
  local phase = text(status.phase, "")
  if is_stale(object, status.observedGeneration) or phase == "" then
    return waits("Waiting for " .. noun, phase)
  end
  local labels = map(map(object.metadata).labels)
  if labels["numaplane.numaproj.io/progressive-result-state"] == "failed" then
    return { status = "Degraded", message = "Failed progressive upgrade" }
  end
  if phase == "Paused" then
    return { status = "Healthy", message = noun .. " is paused" }
  end
  if phase ~= "Running" then
    local health = (phase == "Failed" or phase == "Error") and "Degraded" or "Progressing"
    local words = text(status.message, "")
    return { status = health, message = noun .. " is " .. phase .. (words == "" and "" or ": " .. words) }
  end
  local worst
  for _, candidate in ipairs(map(status.conditions)) do
    local item = map(candidate)
    if not is_stale(object, item.observedGeneration) and item.status ~= "True" then
      if worst == nil or worst.status ~= "False" then
        worst = item
      end
    end
  end
  if worst == nil or worst.status == nil then
    return { status = "Healthy", message = noun .. " is healthy" }
  end
  local cause = text(worst.type, "condition") .. ": " .. explain(worst, "no reason given")
  return { status = worst.status == "False" and "Degraded" or "Progressing", message = cause }
end

-- Kyverno: conditionStatus.ready says whether a policy is in force, its conditions why not. No controller
-- writes it for the policies that delete: lastExecutionTime says that they work; kyverno/kyverno,
-- pkg/controllers/deleting/controller.go.
-- uses: map, text, is_stale, explain
local function kyverno(object)
  local status, noun = map(object.status), text(object.kind, "the policy")
  local state, last = map(status.conditionStatus), text(status.lastExecutionTime, "")
  local waiting = { status = "Progressing", message = "Waiting for " .. noun .. " to be ready" }
  if is_stale(object, status.observedGeneration) then
    return waiting
  end
  if state.ready == true then
    return { status = "Healthy", message = text(state.message, noun .. " is ready") }
  end
  for _, element in ipairs(map(state.conditions)) do
    local found = map(element)
    if found.status == "False" and not is_stale(object, found.observedGeneration) then
      return { status = "Degraded", message = explain(found, noun .. " is not ready") }
    end
  end
  if last ~= "" then
    return { status = "Healthy", message = noun .. " has run at " .. last }
  end
  waiting.message = text(state.message, waiting.message)
  return waiting
end

-- Numaplane: the phase of a rollout, its upgrade, what pauses it (the condition of that type), its child.
-- uses: map, text, is_stale, condition, explain, waits
local function numaplane(object, pausing)
  local status = map(object.status)
  local phase, upgrade = text(status.phase, ""), condition(object, "ProgressiveUpgradeSucceeded")
  if is_stale(object, status.observedGeneration) or phase == "" then
    return waits("Not yet reconciled", phase)
  end
  if phase == "Failed" or phase == "Error" then
    return { status = "Degraded", message = text(status.message, "The rollout has failed") }
  end
  if upgrade.status == "False" then
    local message = explain(upgrade, "no details")
    return { status = "Degraded", message = "Progressive upgrade failed: " .. message }
  end
  if phase == "Pending" or text(status.upgradeInProgress, "") ~= "" then
    return { status = "Progressing", message = text(status.message, "Update in progress") }
  end
  if phase ~= "Deployed" then
    local message = "The phase is " .. phase .. ", which this check does not know"
    return { status = "Progressing", message = message }
  end
  local paused = pausing and condition(object, pausing) or {}
  if paused.status == "True" then
    return { status = "Healthy", message = explain(paused, "It is paused") }
  end
  local child = condition(object, "ChildResourcesHealthy")
  local deployed = condition(object, "ChildResourceDeployed")
  if deployed.status == "False" then
    return { status = "Degraded", message = explain(deployed, "The child is not deployed") }
  end
  if child.status == "False" and child.reason ~= "Progressing" then
    return { status = "Degraded", message = explain(child, "The child is not healthy") }
  end
  for _, found in ipairs({ deployed, child }) do
    if found.status ~= "True" then
      return { status = "Progressing", message = explain(found, "Waiting for the child") }
    end
  end
  return { status = "Healthy", message = "Healthy" }
end

-- Elastic: the color of a product's health, and its nodes; `wanted`: the field with their number; `other`: the
-- health for another color.
-- uses: map, text, is_stale, waits
local function elastic(object, wanted, other)
  local colors = { green = "Healthy", yellow = "Progressing", red = "Degraded" }
  local status, noun = map(object.status), text(object.kind, "the object")
  local health = text(status.health, "")
  if is_stale(object, status.observedGeneration) or health == "" then
    return waits("Waiting for " .. noun, health)
  end
  if status.associationStatus == "Failed" or status.elasticsearchAssociationStatus == "Failed" then
    return { status = "Degraded", message = noun .. " is not associated with Elasticsearch" }
  end
  local nodes = tostring(tonumber(status.availableNodes) or 0) .. " of "
    .. tostring(tonumber(status[wanted]) or 0) .. " nodes are available"
  return {
    status = colors[health] or other or "Progressing",
    message = noun .. " status is " .. health .. ", " .. nodes,
  }
end

-- Logging operator: the problems of a flow or an output decide.
-- uses: map, text, is_stale
local function problems(object)
  local status, noun = map(object.status), text(object.kind, "the object")
  local list, count = map(status.problems), tonumber(status.problemsCount) or 0
  if is_stale(object, status.observedGeneration) then
    return { status = "Progressing", message = "Waiting for " .. noun }
  end
  if text(list[1], "") ~= "" or count > 0 then
    return { status = "Degraded", message = text(list[1], count .. " problems") }
  end
  if status.active == false then
    return { status = "Healthy", message = noun .. " is not in use" }
  end
  return { status = "Healthy", message = noun .. " has no problems" }
end

-- Parts of a status that answer each for itself: the parents of a route, the ancestors of a policy. The row:
--   list, ref: where the answers are and what refers to the part, "parents" and "parentRef" if not given
--   fatal: the conditions that must not be False, except for the reason Pending
--   gone: a part that has judged only an older generation does not count: it may be gone
-- A parent that spec.parentRefs names and that has judged only an older generation, or nothing, has not
-- answered yet. PartiallyInvalid: rules that are not valid were dropped.
-- uses: map, text, is_stale, explain, waits
local function answers(object, row)
  local list, ref = row.list or "parents", row.ref or "parentRef"
  local noun, word = text(object.kind, "the object"), list == "parents" and "Parent " or "Ancestor "
  local is_accepted, pending, late, answered, said = false, nil, nil, {}, {}
  for _, element in ipairs(map(map(object.status)[list])) do
    local item, current = map(element), {}
    local name = text(map(item[ref]).name, "without a name")
    for _, entry in ipairs(map(item.conditions)) do
      local found = map(entry)
      local words = word .. name .. ": " .. explain(found, text(found.type, "It") .. " is not True")
      said[name] = said[name] or explain(found, "")
      if is_stale(object, found.observedGeneration) then
        late = late or words
      elseif found.type then
        current[found.type] = current[found.type] or { found.status, words, found.reason }
      end
    end
    for _, type in ipairs(row.fatal or { "Accepted", "ResolvedRefs" }) do
      local found = current[type] or {}
      if found[1] == "False" and found[3] ~= "Pending" then
        return { status = "Degraded", message = found[2] }
      end
    end
    if current.PartiallyInvalid and current.PartiallyInvalid[1] == "True" then
      return { status = "Degraded", message = current.PartiallyInvalid[2] }
    end
    for _, type in ipairs({ "Accepted", "ResolvedRefs", "Programmed" }) do
      local found = current[type] or {}
      if found[1] == "False" or found[1] == "Unknown" then
        pending = pending or found[2]
      end
    end
    answered[name] = answered[name] or current.Accepted ~= nil
    is_accepted = is_accepted or current.Accepted ~= nil and current.Accepted[1] == "True"
  end
  if pending then
    return { status = "Progressing", message = pending }
  end
  if late and list ~= "parents" and not row.gone then
    return waits("Waiting for " .. noun .. " status", late)
  end
  if not is_accepted or is_stale(object, map(object.status).observedGeneration) then
    return waits(row.waiting or "Waiting for " .. noun .. " status", late)
  end
  local named = list == "parents" and map(object.spec).parentRefs or {}
  for _, reference in ipairs(map(named)) do
    local name = text(map(reference).name, "without a name")
    if not answered[name] then
      return waits("Waiting for parent " .. name .. " to answer", said[name])
    end
  end
  return { status = "Healthy", message = noun .. (row.well or " is healthy") }
end

-- Medusa: the nodes that have failed or finished decide; without observedGeneration nothing is known.
-- uses: map, text, is_stale
local function medusa(object)
  local status = map(object.status)
  local failed, finished = #map(status.failed), #map(status.finished)
  local begun = status.startTime ~= nil or failed > 0 or finished > 0
  if not begun or is_stale(object, status.observedGeneration) then
    return { status = "Progressing", message = "Waiting for " .. text(object.kind, "the object") }
  end
  if tonumber(status.observedGeneration) == nil then
    return { status = "Unknown", message = "observedGeneration is not reported" }
  end
  if failed > 0 then
    local first = map(status.failed)[1]
    local node = text(map(first).podName, text(first, "a node"))
    return { status = "Degraded", message = "Failed on " .. node .. ", " .. failed .. " in all" }
  end
  if finished > 0 then
    return { status = "Healthy", message = finished .. " nodes have finished" }
  end
  return { status = "Progressing", message = "No node has finished yet" }
end

-- VolSync: whether data moves, and what the last mover said.
-- uses: map, text, is_stale, condition, explain, waits
local function volsync(object)
  local status, synchronizing = map(object.status), condition(object, "Synchronizing")
  local mover = map(status.latestMoverStatus)
  if map(object.spec).paused == true then
    return { status = "Suspended", message = "Replication is paused" }
  end
  if is_stale(object, status.observedGeneration) then
    return waits("Waiting for the first synchronization", explain(synchronizing, ""))
  end
  if synchronizing.reason == "Error" then
    local message = text(synchronizing.message, "The last synchronization has failed")
    return { status = "Degraded", message = message }
  end
  if mover.result == "Failed" then
    local message = "The last mover has failed: " .. text(mover.logs, "no logs")
    return { status = "Degraded", message = message }
  end
  if synchronizing.status == "True" then
    return { status = "Progressing", message = explain(synchronizing, "Synchronizing") }
  end
  if text(status.lastSyncTime, "") ~= "" then
    return { status = "Healthy", message = "Last synchronized at " .. status.lastSyncTime }
  end
  return { status = "Progressing", message = "Waiting for the first synchronization" }
end

-- Karmada: what each cluster reports on a binding. One that follows another has no clusters of its own.
-- uses: map, text, is_stale, condition, explain
local function karmada(object)
  local status = map(object.status)
  local clusters, reports = map(map(object.spec).clusters), map(status.aggregatedStatus)
  if is_stale(object, status.observedGeneration) or #clusters + #reports == 0 then
    local scheduled = condition(object, "Scheduled")
    local message = explain(scheduled, "Current resource status is insufficient")
    return { status = "Progressing", message = message }
  end
  for _, item in ipairs(reports) do
    local report = map(item)
    local cluster = "Cluster " .. text(report.clusterName, "unnamed")
    if report.applied == false then
      local message = cluster .. " did not apply it: " .. text(report.appliedMessage, "no message")
      return { status = "Degraded", message = message }
    end
    if report.health == "Unhealthy" then
      return { status = "Degraded", message = cluster .. " reports it as unhealthy" }
    end
  end
  if #reports < #clusters then
    local count = tostring(#reports) .. " of " .. tostring(#clusters)
    return { status = "Progressing", message = count .. " clusters have reported" }
  end
  return { status = "Healthy", message = "Applied in " .. tostring(#reports) .. " cluster(s)" }
end

-- Gatekeeper: each of its pods reports its errors in byPod.
-- uses: map, text, is_stale
local function gatekeeper(object)
  local status = map(object.status)
  local pods, late = map(status.byPod), false
  for _, entry in ipairs(pods) do
    local failure = map(map(entry).errors)[1]
    local lags = is_stale(object, map(entry).observedGeneration)
    if failure ~= nil and not lags then
      local message = text(map(failure).message, text(map(failure).type, "A pod reports an error"))
      return { status = "Degraded", message = message }
    end
    late = late or lags
  end
  if late then
    return { status = "Progressing", message = "Waiting for all pods of Gatekeeper" }
  end
  if is_stale(object, status.observedGeneration) or #pods == 0 then
    return { status = "Progressing", message = "Waiting for Gatekeeper" }
  end
  return { status = "Healthy", message = "No pod of Gatekeeper reports an error" }
end

-- MariaDB: Complete, by its reason.
-- uses: map, text, is_stale, condition, explain, waits
local function mariadb(object)
  local failures = { CronJobFailed = true, Failed = true, JobFailed = true }
  local complete = condition(object, "Complete")
  local reason = text(complete.reason, "NoReason")
  local message = text(complete.message, reason)
  if is_stale(object, map(object.status).observedGeneration) or complete.status == nil then
    return waits("Waiting for " .. text(object.kind, "the object"), explain(complete, ""))
  end
  if complete.message == "Failed" or failures[reason] then
    return { status = "Degraded", message = message }
  end
  if complete.status == "True" or reason == "CronJobScheduled" then
    return { status = "Healthy", message = message }
  end
  if reason == "JobSuspended" or reason == "CronJobSuspended" then
    return { status = "Suspended", message = message }
  end
  return { status = "Progressing", message = message }
end

-- KubeVirt: the phase of an operator's installation, with Degraded, Available and Progressing.
-- uses: map, text, is_stale, condition, explain, waits
local function kubevirt(object)
  local status, noun = map(object.status), text(object.kind, "the object")
  local phase, degraded = text(status.phase, ""), condition(object, "Degraded")
  local available, progressing = condition(object, "Available"), condition(object, "Progressing")
  if is_stale(object, status.observedGeneration) or phase == "" then
    return waits("Waiting for " .. noun, phase)
  end
  if degraded.status == "True" and available.status ~= "True" then
    return { status = "Degraded", message = explain(degraded, noun .. " is degraded") }
  end
  if phase == "Error" or phase == "Failed" then
    return { status = "Degraded", message = explain(available, "The phase is " .. phase) }
  end
  if phase == "Deployed" and progressing.status ~= "True" then
    return { status = "Healthy", message = noun .. " is deployed" }
  end
  local why = explain(progressing, "")
  why = noun .. " is " .. phase .. (why == "" and "" or ": " .. why)
  return { status = "Progressing", message = why }
end

-- Config Sync: Stalled, Reconciling and Syncing decide; errorSummary counts what went wrong, and the errors of
-- the source, the rendering and the sync name it.
-- uses: map, text, is_stale, condition, explain, waits
local function configsync(object)
  local status, noun = map(object.status), text(object.kind, "the object")
  local syncing, reconciling = condition(object, "Syncing"), condition(object, "Reconciling")
  if is_stale(object, status.observedGeneration) then
    return waits("Waiting for " .. noun, explain(syncing, ""))
  end
  for _, name in ipairs({ "Stalled", "ReconcilerFinalizerFailure" }) do
    local found = condition(object, name)
    if found.status == "True" then
      return { status = "Degraded", message = explain(found, name .. " is True") }
    end
  end
  local errors = tonumber(map(syncing.errorSummary).totalCount) or 0
  if errors > 0 then
    local message = explain(syncing, "Syncing") .. ": "
    message = message .. (errors == 1 and "1 error" or errors .. " errors")
    for _, name in ipairs({ "source", "rendering", "sync" }) do
      local cause = text(map(map(map(status[name]).errors)[1]).errorMessage, "")
      if cause ~= "" then
        return { status = "Degraded", message = message .. ": " .. cause }
      end
    end
    return { status = "Degraded", message = message }
  end
  if reconciling.status == "True" then
    return { status = "Progressing", message = explain(reconciling, noun .. " is reconciling") }
  end
  if syncing.status == "False" then
    return { status = "Healthy", message = explain(syncing, "In sync") }
  end
  return { status = "Progressing", message = explain(syncing, "Waiting for " .. noun) }
end
