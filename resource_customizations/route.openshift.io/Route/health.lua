-- uses: map, text, is_stale, explain
-- A route of OpenShift. Each router that serves it says whether it was admitted.

local status = map(obj.status)

local admitted = 0
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Route" }
end
for _, ingress in ipairs(map(status.ingress)) do
  local router = text(map(ingress).routerName, "a router")
  for _, item in ipairs(map(map(ingress).conditions)) do
    local found = map(item)
    if found.type == "Admitted" and found.status == "False" then
      local message = "Route is not admitted by " .. router .. ": "
      return { status = "Degraded", message = message .. explain(found, "no reason given") }
    end
    if found.type == "Admitted" and found.status == "True" then
      admitted = admitted + 1
    end
  end
end
if admitted > 0 and admitted == #map(status.ingress) then
  return { status = "Healthy", message = "Route is admitted" }
end
return { status = "Progressing", message = "Route is still getting admitted" }
