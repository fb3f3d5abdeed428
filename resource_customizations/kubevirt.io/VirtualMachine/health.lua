-- uses: map, text, is_stale, condition, explain, waits
-- A virtual machine of KubeVirt. Its printableStatus decides.

-- All other states are steps on the way.
local states = {
  CrashLoopBackOff = "Degraded", DataVolumeError = "Degraded", ErrImagePull = "Degraded",
  ErrorPvcNotFound = "Degraded", ErrorUnschedulable = "Degraded", ImagePullBackOff = "Degraded",
  Paused = "Suspended", Running = "Healthy", Stopped = "Suspended", Unknown = "Degraded",
}

local status = map(obj.status)

local state = text(status.printableStatus, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("No status available", state)
end
local failure = condition(obj, "Failure")
if failure.status == "True" then
  return { status = "Degraded", message = state .. ": " .. explain(failure, "Failure") }
end
return { status = states[state] or "Progressing", message = state }
