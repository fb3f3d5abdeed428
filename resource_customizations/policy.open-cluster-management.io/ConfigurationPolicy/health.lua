-- A policy on objects of Open Cluster Management. Its compliance decides, once the current
-- generation was evaluated.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

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
if is_stale(status.lastEvaluatedGeneration) or is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the status to be updated" }
end
if status.compliant == "Compliant" then
  return { status = "Healthy", message = "All object templates are compliant" }
end
if status.compliant == "NonCompliant" then
  return { status = "Degraded", message = violations() }
end
return { status = "Progressing", message = "The compliance is not known yet" }
