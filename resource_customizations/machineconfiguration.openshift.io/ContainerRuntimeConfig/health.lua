-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- Settings of CRI-O. Its conditions are a history: the last one of Success and Failure decides.
-- The operator gives a Failure the status False.

local status = map(obj.status)

local last = {}
-- vitals:ignore lua-condition-order the controller appends each outcome, and the last one counts
for _, candidate in ipairs(map(status.conditions)) do
  local entry = map(candidate)
  local counts = entry.type == "Success" or entry.type == "Failure"
  if counts and not is_stale(obj, entry.observedGeneration) then
    last = entry
  end
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ContainerRuntimeConfig" }
end
if last.type == "Failure" or last.status == "False" then
  return { status = "Degraded", message = explain(last, "ContainerRuntimeConfig is not applied") }
end
if last.status == "True" then
  return { status = "Healthy", message = text(last.message, "ContainerRuntimeConfig is applied") }
end
return { status = "Progressing", message = explain(last, "Waiting for ContainerRuntimeConfig") }
