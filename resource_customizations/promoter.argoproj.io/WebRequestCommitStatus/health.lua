-- A check of commits by HTTP, of GitOps Promoter. Ready decides, then the phases of the
-- environments.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

-- What the deletion waits for.
local function finalizers()
  local message = ""
  for _, name in ipairs(map(map(obj.metadata).finalizers)) do
    message = message .. "; waiting for finalizer " .. text(name, "unnamed")
  end
  return message
end

-- Releases before 0.10 write booleans instead of texts.
local function is(of, wanted)
  return of.status == wanted or of.status == (wanted == "True")
end

-- The branches of the environments in a phase.
local function branches(phase)
  local message = ""
  for _, item in ipairs(map(status.environments)) do
    local environment = map(item)
    if text(environment.phase, "pending") == phase then
      message = message .. " " .. text(environment.branch, "unnamed")
    end
  end
  return message
end

local noun = "Web request validation"
if map(obj.metadata).deletionTimestamp ~= nil then
  return { status = "Progressing", message = noun .. " is being deleted" .. finalizers() }
end

local ready = condition("Ready")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for " .. noun }
end
if is(ready, "False") then
  return { status = "Degraded", message = noun .. " failed: " .. explain(ready, "no details") }
end
if not is(ready, "True") then
  return { status = "Progressing", message = noun .. ": " .. explain(ready, "not known yet") }
end

local failed = branches("failure")
if failed ~= "" then
  return { status = "Degraded", message = noun .. " failed for" .. failed }
end
local pending = branches("pending")
if pending ~= "" then
  return { status = "Progressing", message = noun .. " is pending for" .. pending }
end
local count = tostring(#map(status.environments))
return { status = "Healthy", message = noun .. " passed for " .. count .. " environment(s)" }
