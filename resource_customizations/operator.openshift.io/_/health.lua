-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- Every operator of OpenShift: etcd, the API servers, the console, storage and others. The
-- conditions that are degraded, available and progressing decide, those of the controllers of
-- library-go too.

-- Conditions of an operator and of its controllers: what is broken, what serves, what goes on.
local broken = {
  Degraded = true, NodeControllerDegraded = true, NodeInstallerDegraded = true,
  StaticPodsDegraded = true, InstallerControllerDegraded = true,
  InstallerPodPendingDegraded = true, InstallerPodContainerWaitingDegraded = true,
  InstallerPodNetworkingDegraded = true, RevisionControllerDegraded = true,
  TargetConfigControllerDegraded = true, BackingResourceControllerDegraded = true,
  ConfigObservationDegraded = true, ResourceSyncControllerDegraded = true,
  EncryptionKeyControllerDegraded = true, EncryptionStateControllerDegraded = true,
  EncryptionMigrationControllerDegraded = true, EncryptionPruneControllerDegraded = true,
  EncryptionConditionControllerDegraded = true, GuardControllerDegraded = true,
  MissingStaticPodControllerDegraded = true, EtcdMembersDegraded = true,
  EtcdEndpointsDegraded = true, EtcdCertSignerControllerDegraded = true,
  ClusterMemberControllerDegraded = true, DefragControllerDegraded = true,
  APIServerDeploymentDegraded = true, APIServerWorkloadDegraded = true,
  APIServicesDegraded = true, OAuthServerDeploymentDegraded = true,
  OAuthServerConfigObservationDegraded = true, WellKnownReadyControllerDegraded = true,
  IngressStateEndpointsDegraded = true, DeploymentDegraded = true, DeploymentSyncDegraded = true,
  RouteHealthDegraded = true, WorkloadDegraded = true, KubeStorageVersionMigratorDegraded = true,
}
local serving = {
  Available = true, StaticPodsAvailable = true, EtcdMembersAvailable = true,
  APIServerDeploymentAvailable = true, APIServicesAvailable = true,
  OAuthServerDeploymentAvailable = true, WellKnownAvailable = true, DeploymentAvailable = true,
  RouteHealthAvailable = true, WorkloadAvailable = true,
  KubeStorageVersionMigratorAvailable = true, Ready = true,
}
local moving = {
  Progressing = true, NodeInstallerProgressing = true, EtcdMembersProgressing = true,
  APIServerDeploymentProgressing = true, OAuthServerDeploymentProgressing = true,
  WellKnownReadyControllerProgressing = true, EncryptionMigrationControllerProgressing = true,
  DeploymentProgressing = true, DeploymentSyncProgressing = true,
  SyncLoopRefreshProgressing = true, WorkloadProgressing = true,
  KubeStorageVersionMigratorProgressing = true,
}

-- Kinds that have no status.
local without = { ImageContentSourcePolicy = true }

local status = map(obj.status)

local kind = text(obj.kind, "")
if without[kind] then
  return { status = "Healthy", message = kind .. " has no status" }
end
-- Operators that are removed, or that nobody manages.
local state = text(map(obj.spec).managementState, "Managed")
if state == "Removed" or state == "Unmanaged" then
  return { status = "Suspended", message = "The operator is " .. state }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the operator" }
end

-- The conditions that are not stale, by class and status.
local function first(class, wanted)
  for _, candidate in ipairs(map(status.conditions)) do
    local found = map(candidate)
    if class[found.type] and (wanted or found.status) == found.status then
      if not is_stale(obj, found.observedGeneration) then
        return found
      end
    end
  end
end

local failed = first(broken, "True")
local missing = first(serving, "False")
local working = first(moving, "True")
if failed then
  return { status = "Degraded", message = explain(failed, failed.type) }
end
if missing and not working then
  return { status = "Degraded", message = explain(missing, missing.type .. " is False") }
end
if working then
  return { status = "Progressing", message = explain(working, working.type) }
end
if not first(serving) then
  return { status = "Progressing", message = "Waiting for the operator" }
end
return { status = "Healthy", message = "The operator and its controllers work" }
