-- vitals:profiles combined
-- Profiles of seccomp, SELinux and AppArmor that are installed on nodes. Their status decides.

local states = {
  Installed = "Healthy", Pending = "Progressing", InProgress = "Progressing",
  Terminating = "Progressing", Disabled = "Suspended", Partial = "Suspended", Error = "Degraded",
  RUNNING = "Healthy", ERROR = "Degraded",
}

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

-- The status of a profile on one node is a text, that of the daemon is its state.
local state = text(obj.status, text(status.status, text(status.state, "")))

-- Kinds that hold data and have no status.
local data = { ProfileBinding = true, ProfileRecording = true }
if data[text(obj.kind, "")] then
  return { status = "Healthy", message = obj.kind .. " has no status of its own" }
end
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for the profile" }
end

local message = "The profile is " .. state
local cause = explain(condition("Ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
