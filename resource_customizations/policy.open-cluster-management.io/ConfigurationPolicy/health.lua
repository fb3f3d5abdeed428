-- uses: map, is_stale, explain
-- A policy on objects of Open Cluster Management. Its compliance decides, once the current
-- generation was evaluated.

local status = map(obj.status)

-- What violates the policy, one after the other.
local function violations()
  local message = "The policy is violated"
  for _, detail in ipairs(map(status.compliancyDetails)) do
    for _, item in ipairs(map(map(detail).conditions)) do
      local violation = map(item)
      if violation.type == "violation" then
        message = message .. "; " .. explain(violation, "no message")
      end
    end
  end
  return message
end

if status.compliant == nil then
  return { status = "Progressing", message = "Waiting for the status to be reported" }
end
if is_stale(obj, status.lastEvaluatedGeneration) or is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the status to be updated" }
end
if status.compliant == "Compliant" then
  return { status = "Healthy", message = "All object templates are compliant" }
end
if status.compliant == "NonCompliant" then
  return { status = "Degraded", message = violations() }
end
return { status = "Progressing", message = "The compliance is not known yet" }
