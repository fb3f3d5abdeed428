-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An image of Harvester. Imported decides; RetryLimitExceeded and BackingImageMissing end it.

-- Reasons that pass by themselves.
local waiting = { Importing = true, Initialized = true }

local status = map(obj.status)

local imported = condition(obj, "Imported")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for VirtualMachineImage" }
end
for _, name in ipairs({ "RetryLimitExceeded", "BackingImageMissing" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if imported.status == "True" then
  return { status = "Healthy", message = text(imported.message, "VirtualMachineImage is imported") }
end
if imported.status == "False" and not waiting[text(imported.reason, "")] then
  return { status = "Degraded", message = explain(imported, "VirtualMachineImage is not imported") }
end
return { status = "Progressing", message = explain(imported, "Waiting for VirtualMachineImage") }
