-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A scale set of runners of GitHub Actions. Its phase decides; older releases write none.

local states = { Running = "Healthy", Pending = "Progressing", Outdated = "Degraded" }

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for AutoscalingRunnerSet", phase)
end
if phase == "" then
  return { status = "Healthy", message = "AutoscalingRunnerSet reports no phase" }
end
return { status = states[phase] or "Progressing", message = "AutoscalingRunnerSet is " .. phase }
