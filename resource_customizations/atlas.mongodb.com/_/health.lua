-- vitals:profiles combined
-- Every kind of atlas.mongodb.com: what MongoDB Atlas holds for it. Ready decides; the conditions
-- of its parts say why not.

-- Reasons that pass by themselves.
local passing = {
  DataFederationCreating = true, DataFederationUpdating = true,
  DeploymentAppliedDatabaseUsersChanges = true, DeploymentCreating = true,
  DeploymentUpdating = true, IPAccessListPending = true, NetworkContainerCreated = true,
  NetworkPeeringConnectionCreating = true, NetworkPeeringConnectionPending = true,
  NetworkPeeringRemovingContainer = true, PrivateEndpointConfigurationPending = true,
  PrivateEndpointServiceCreated = true, PrivateEndpointServiceDeleting = true,
  PrivateEndpointServiceInitializing = true, PrivateEndpointUpdating = true,
  ProjectBackupCompliancePolicyUpdating = true, ProjectBeingConfiguredInAtlas = true,
  ProjectCloudIntegrationsIsNotReadyInAtlas = true, ProjectIPAccessListNotActive = true,
  ProjectNetworkPeerIsNotReadyInAtlas = true, ProjectPrivateEndpointIsNotReadyInAtlas = true,
  ProjectPrivateEndpointServiceIsNotReadyInAtlas = true, SearchNodesCreating = true,
  SearchNodesDeleting = true, SearchNodesUpdating = true,
  ServerlessPrivateEndpointInProgress = true, StreamInstanceSetupInProgress = true,
  TeamUsersNotReady = true,
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

local ready = condition("Ready")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for the object" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "It is ready") }
end

-- Ready says only that something is missing; the condition of that part has the reason.
local pending
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  local reason = text(found.reason, "")
  local counts = found.status == "False" and reason ~= ""
  if counts and not is_stale(found.observedGeneration) then
    if not passing[reason] then
      return { status = "Degraded", message = explain(found, reason) }
    end
    pending = pending or explain(found, reason)
  end
end
return { status = "Progressing", message = pending or "Waiting for the object" }
