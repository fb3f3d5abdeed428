-- uses: map, is_stale, explain
-- Who may pass, in Envoy Gateway. What each ancestor reports decides; what an ancestor reported
-- of an older generation does not count, for it may be gone.

local status = map(obj.status)

local is_accepted = false
local pending
for _, ancestor in ipairs(map(status.ancestors)) do
  for _, entry in ipairs(map(map(ancestor).conditions)) do
    local found = map(entry)
    local matters = found.type == "Accepted" or found.type == "Programmed"
    if matters and not is_stale(obj, found.observedGeneration) then
      if found.status == "False" then
        return { status = "Degraded", message = explain(found, "SecurityPolicy is not accepted") }
      end
      if found.status == "True" then
        is_accepted = true
      else
        pending = explain(found, "An ancestor has not accepted it yet")
      end
    end
  end
end
if is_stale(obj, status.observedGeneration) or not is_accepted then
  return { status = "Progressing", message = pending or "Waiting for a gateway to accept it" }
end
if pending then
  return { status = "Progressing", message = pending }
end
return { status = "Healthy", message = "SecurityPolicy is accepted" }
