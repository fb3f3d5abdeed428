-- uses: map, text, is_stale, condition, explain, waits, failures
-- A PostgreSQL cluster of CloudNativePG. Its phase decides; it can be hibernated, and its
-- reconciliation disabled.

-- What phases mean, but for Healthy; all others are steps on the way.
local phases = {
  ["Cluster cannot execute instance online upgrade"
    .. " due to missing architecture binary"] = "Degraded",
  ["Cluster cannot proceed to reconciliation"
    .. " due to an error while interacting with plugins"] = "Degraded",
  ["Cluster cannot proceed to reconciliation"
    .. " due to an unknown plugin being required"] = "Degraded",
  ["Cluster has incomplete or invalid image catalog"] = "Degraded",
  ["Cluster is in an unrecoverable state, needs manual intervention"] = "Degraded",
  ["Cluster is unrecoverable and needs manual intervention"] = "Degraded",
  ["Failing over"] = "Degraded",
  ["Invalid cluster definition"] = "Degraded",
  ["Not enough disk space"] = "Degraded",
  ["Unable to create required cluster objects"] = "Degraded",
  ["Waiting for user action"] = "Suspended",
}

local status = map(obj.status)

local annotations = map(map(obj.metadata).annotations)
if annotations["cnpg.io/reconciliationLoop"] == "disabled" then
  return { status = "Suspended", message = "Cluster reconciliation is suspended" }
end
local hibernation = condition(obj, "cnpg.io/hibernation")
if hibernation.status == "True" then
  return { status = "Suspended", message = explain(hibernation, "Cluster is hibernated") }
end

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Cluster", explain(hibernation, ""))
end
local ready = condition(obj, "Ready")
if phase == "Cluster in healthy state" and ready.status == "False" then
  local health = failures[text(ready.reason, "")] and "Degraded" or "Progressing"
  return { status = health, message = explain(ready, "Cluster is not ready") }
end
if phase == "Cluster in healthy state" then
  return { status = "Healthy", message = phase }
end
return { status = phases[phase] or "Progressing", message = text(status.phaseReason, phase) }
