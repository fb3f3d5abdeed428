-- A control plane of EKS: ready says whether it works, failureMessage and conditions what is
-- wrong.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local spec = map(obj.spec)
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

-- EKS reports "1.30" where the spec may say "v1.30.4": one version begins with the other.
local function begins_with(version, prefix)
  return version >= prefix and version < prefix .. "~"
end

local function is_upgrading()
  local wanted = text(spec.version, "")
  local current = text(status.version, "")
  if wanted == "" or current == "" then
    return false
  end
  return not begins_with(wanted, current) and not begins_with(wanted, "v" .. current)
end

local ready = condition("Ready")
local failure = text(status.failureMessage, text(status.failureReason, ""))
if failure ~= "" then
  return { status = "Degraded", message = failure }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the control plane" }
end
if ready.status == "False" and ready.severity == "Error" then
  return { status = "Degraded", message = explain(ready, "Control plane is not ready") }
end
if status.ready ~= true then
  return { status = "Progressing", message = explain(ready, "Control plane is not ready yet") }
end

local updating = condition("EKSControlPlaneUpdating")
if updating.status == "True" then
  return { status = "Progressing", message = explain(updating, "EKS control plane is updating") }
end
if is_upgrading() then
  local versions = status.version .. " to " .. spec.version
  return { status = "Progressing", message = "Control plane is upgrading from " .. versions }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "Control plane is not ready yet") }
end
return { status = "Healthy", message = "Control plane is ready" }
