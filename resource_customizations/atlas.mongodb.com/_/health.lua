-- uses: map, text, is_stale, condition, explain, waits
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

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for the object", explain(ready, ""))
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
  if counts and not is_stale(obj, found.observedGeneration) then
    if not passing[reason] then
      return { status = "Degraded", message = explain(found, reason) }
    end
    pending = pending or explain(found, reason)
  end
end
return { status = "Progressing", message = pending or explain(ready, "Waiting for the object") }
