-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A model that the NIM operator keeps on a volume. Its state decides.

local states = {
  Ready = "Healthy", NotReady = "Progressing", Pending = "Progressing", Started = "Progressing",
  InProgress = "Progressing", ["PVC-Created"] = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for NIMCache", state)
end

local message = "NIMCache is " .. state
local failed = condition(obj, "NIM_CACHE_RECONCILE_FAILED")
if failed.status ~= "True" then
  failed = condition(obj, "NIM_CACHE_JOB_COMPLETED")
end
local cause = explain(failed, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
