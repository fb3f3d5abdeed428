-- uses: map, text, is_stale
-- vitals:profiles combined
-- A pipeline for logs, by the Logging operator. problems and configCheckResults decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Logging" }
end
local problems = map(status.problems)
if text(problems[1], "") ~= "" then
  return { status = "Degraded", message = problems[1] }
end
local count = tonumber(status.problemsCount) or 0
if count > 0 then
  return { status = "Degraded", message = count .. " problems" }
end
-- Results of older configurations are removed once a newer one is valid.
for _, valid in pairs(map(status.configCheckResults)) do
  if valid == false then
    return { status = "Degraded", message = "The check of the configuration failed" }
  end
end
if status.active == false then
  return { status = "Healthy", message = "Logging is not in use" }
end
return { status = "Healthy", message = "Logging has no problems" }
