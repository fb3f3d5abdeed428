-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- The GPU Operator of NVIDIA. Its state decides, and its conditions say why.

local states = {
  ready = "Healthy", notReady = "Progressing", ignored = "Suspended", disabled = "Suspended",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for ClusterPolicy", state)
end

local ready = condition(obj, "Ready")
if states[state] == "Healthy" and ready.status == "False" then
  return { status = "Progressing", message = explain(ready, "ClusterPolicy is not ready") }
end

local message = "ClusterPolicy is " .. state
local problem = condition(obj, "Error")
local details = problem.status == "True" and explain(problem, "") or ""
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
