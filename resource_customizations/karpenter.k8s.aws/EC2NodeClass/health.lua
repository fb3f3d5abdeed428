-- uses: map, text, is_stale, condition, explain, waits
-- How nodes of AWS are launched. Ready says whether the class can be resolved.

local status = map(obj.status)

-- What is to blame: Ready only names the conditions that it sums up.
local function blamed(ready)
  for _, candidate in ipairs(map(status.conditions)) do
    local found = map(candidate)
    local same = found.status == ready.status and found.type ~= "Ready"
    if same and not is_stale(obj, found.observedGeneration) then
      return found
    end
  end
  return ready
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for EC2NodeClass", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "EC2NodeClass is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(blamed(ready), "EC2NodeClass is not ready") }
end
return { status = "Progressing", message = explain(blamed(ready), "Waiting for EC2NodeClass") }
