-- vitals:profiles combined
-- A control plane of OpenShift Service Mesh 2. Ready decides; Reconciled and Installed say what
-- went wrong or is on its way.

-- Reasons that do not pass by themselves.
local failures = {
  DeletionError = true, InstallError = true, ProbeError = true, ReconcileError = true,
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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ServiceMeshControlPlane" }
end
local pending
for _, name in ipairs({ "Installed", "Reconciled", "Ready" }) do
  local found = condition(name)
  if found.status == "False" and failures[text(found.reason, "")] then
    return { status = "Degraded", message = text(found.message, found.reason) }
  end
  if found.status ~= "True" then
    pending = pending or explain(found, "Waiting for ServiceMeshControlPlane")
  end
end
if pending ~= nil then
  return { status = "Progressing", message = pending }
end
local ready = condition("Ready")
return { status = "Healthy", message = text(ready.message, "ServiceMeshControlPlane is ready") }
