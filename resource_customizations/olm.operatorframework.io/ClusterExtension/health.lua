-- vitals:profiles combined
-- An extension that OLM 1 installs. Installed decides;
-- Progressing says what keeps it.

-- Reasons of Progressing that do not pass by themselves.
local stuck = { Blocked = true, InvalidConfiguration = true, ProgressDeadlineExceeded = true }
-- Reasons that need help.
local failures = { Failed = true }

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

local installed = condition("Installed")
if is_stale(status.observedGeneration) or installed.status == nil then
  return { status = "Progressing", message = "Waiting for ClusterExtension" }
end
local progressing = condition("Progressing")
if stuck[text(progressing.reason, "")] then
  return { status = "Degraded", message = text(progressing.message, progressing.reason) }
end
if installed.status == "True" then
  return { status = "Healthy", message = text(installed.message, "ClusterExtension is installed") }
end
if installed.status == "False" and failures[text(installed.reason, "")] then
  return { status = "Degraded", message = explain(installed, "ClusterExtension is not installed") }
end
return {
  status = "Progressing",
  message = explain(progressing, explain(installed, "Waiting for ClusterExtension")),
}
