-- uses: map, text, is_stale, waits
-- An evaluation of Keptn. Its overallStatus decides.

-- All other states are steps on the way.
local states = { Failed = "Degraded", Succeeded = "Healthy", Warning = "Healthy" }

local status = map(obj.status)

local state = text(status.overallStatus, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for KeptnEvaluation", state)
end

local open = 0
for _, objective in pairs(map(status.evaluationStatus)) do
  if map(objective).status ~= "Succeeded" then
    open = open + 1
  end
end
local message = "KeptnEvaluation is " .. state .. ", " .. tostring(open) .. " objective(s) not met"
return { status = states[state] or "Progressing", message = message }
