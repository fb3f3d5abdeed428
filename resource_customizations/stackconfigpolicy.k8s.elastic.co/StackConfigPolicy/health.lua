-- uses: map, text, is_stale
-- vitals:profiles combined
-- Settings that Elastic Cloud on Kubernetes applies to clusters. Its phase decides.

local states = {
  Ready = "Healthy", ApplyingChanges = "Progressing", Error = "Degraded", Invalid = "Degraded",
  Conflict = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for StackConfigPolicy" }
end
return { status = states[phase] or "Progressing", message = "StackConfigPolicy is " .. phase }
