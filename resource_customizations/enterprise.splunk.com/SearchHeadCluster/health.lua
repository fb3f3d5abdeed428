-- uses: map, text, is_stale
-- vitals:profiles combined
-- A part of Splunk Enterprise. Its phase decides.

local states = {
  Ready = "Healthy", Pending = "Progressing", Updating = "Progressing", ScalingUp =
  "Progressing", ScalingDown = "Progressing", Terminating = "Progressing", Error = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for SearchHeadCluster" }
end

local message = "SearchHeadCluster is " .. phase
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
