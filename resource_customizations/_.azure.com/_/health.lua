-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Any object of the Azure Service Operator. Ready decides: its severity says whether the
-- operator is at work (Info), tries again (Warning) or has given up (Error).

-- Reasons of a warning that passes when another object is there.
local waiting = {
  ConfigMapNotFound = true, ReferenceNotFound = true, SecretNotFound = true, WaitingForOwner = true,
}

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for Azure Service Operator", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "The resource is in its goal state") }
end
if ready.status == "False" and ready.severity ~= "Info" then
  -- The owner and what is referenced may be created in the same moment.
  if waiting[ready.reason] then
    return { status = "Progressing", message = explain(ready, "") }
  end
  return { status = "Degraded", message = explain(ready, "The resource is not ready") }
end
return { status = "Progressing", message = explain(ready, "The resource is being reconciled") }
