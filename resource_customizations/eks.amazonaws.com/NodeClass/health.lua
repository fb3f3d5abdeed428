-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- How nodes of EKS Auto Mode are launched. Ready decides.

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
  return waits("Waiting for NodeClass", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "NodeClass is ready") }
end
return {
  status = ready.status == "False" and "Degraded" or "Progressing",
  message = explain(blamed(ready), "NodeClass is not ready"),
}
