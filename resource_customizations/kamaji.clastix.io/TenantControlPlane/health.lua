-- vitals:profiles combined
-- A control plane that Kamaji runs as pods. The status of its version decides.

local states = {
  Ready = "Healthy", Provisioning = "Progressing", CertificateAuthorityRotating = "Progressing",
  Upgrading = "Progressing", Migrating = "Progressing", NotReady = "Progressing",
  Unknown = "Progressing", Sleeping = "Suspended", WriteLimited = "Suspended",
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

local state = text(map(map(status.kubernetesResources).version).status, "")

if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for TenantControlPlane" }
end
return { status = states[state] or "Progressing", message = "TenantControlPlane is " .. state }
