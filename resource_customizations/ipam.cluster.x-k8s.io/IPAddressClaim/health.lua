-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An address that Cluster API asks a pool for. The address it got decides; Ready says why there
-- is none.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for an address" }
end
local address = text(map(status.addressRef).name, "")
if address ~= "" then
  return { status = "Healthy", message = "The address is " .. address }
end
local ready = condition(obj, "Ready")
if ready.status == "False" and ready.severity ~= "Info" then
  return { status = "Degraded", message = explain(ready, "The pool gives no address") }
end
return { status = "Progressing", message = explain(ready, "Waiting for an address") }
