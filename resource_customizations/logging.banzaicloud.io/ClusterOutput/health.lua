-- uses: map, text, is_stale
-- vitals:profiles combined
-- Where logs go, by the Logging operator. problems decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ClusterOutput" }
end
local problems = map(status.problems)
if text(problems[1], "") ~= "" then
  return { status = "Degraded", message = problems[1] }
end
local count = tonumber(status.problemsCount) or 0
if count > 0 then
  return { status = "Degraded", message = count .. " problems" }
end
if status.active == false then
  return { status = "Healthy", message = "ClusterOutput is not in use" }
end
return { status = "Healthy", message = "ClusterOutput has no problems" }
