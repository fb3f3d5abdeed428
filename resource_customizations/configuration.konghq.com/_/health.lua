-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Every kind of configuration.konghq.com. Programmed decides; an object that no gateway uses
-- has no status. A policy of upstreams reports for each ancestor.

-- Reasons that pass by themselves.
local waiting = { Pending = true }

local status = map(obj.status)

local programmed = condition(obj, "Programmed")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for the object", explain(programmed, ""))
end
local pending
for _, entry in ipairs(map(status.ancestors)) do
  for _, candidate in ipairs(map(map(entry).conditions)) do
    local found = map(candidate)
    if found.status == "False" and not is_stale(obj, found.observedGeneration) then
      if not waiting[text(found.reason, "")] then
        return { status = "Degraded", message = explain(found, "An ancestor refuses it") }
      end
      pending = found
    end
  end
end
if pending ~= nil then
  return { status = "Progressing", message = explain(pending, "Waiting for the object") }
end
if programmed.status == "True" or programmed.status == nil then
  return { status = "Healthy", message = text(programmed.message, "It has no error") }
end
if programmed.status == "False" and not waiting[text(programmed.reason, "")] then
  return { status = "Degraded", message = explain(programmed, "It is not programmed") }
end
return { status = "Progressing", message = explain(programmed, "Waiting for the object") }
