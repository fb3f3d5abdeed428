-- uses: map, text, is_stale
-- vitals:profiles combined
-- A control plane that Kamaji runs as pods. The status of its version decides.

local states = {
  Ready = "Healthy", Provisioning = "Progressing", CertificateAuthorityRotating = "Progressing",
  Upgrading = "Progressing", Migrating = "Progressing", NotReady = "Progressing",
  Unknown = "Progressing", Sleeping = "Suspended", WriteLimited = "Suspended",
}

local status = map(obj.status)

local state = text(map(map(status.kubernetesResources).version).status, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for TenantControlPlane" }
end
return { status = states[state] or "Progressing", message = "TenantControlPlane is " .. state }
