-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A database cluster of KubeBlocks. Its phase decides; its components say which of them failed.

local states = {
  Running = "Healthy", Creating = "Progressing", Updating = "Progressing", Stopping =
  "Progressing", Deleting = "Progressing", Stopped = "Suspended", Abnormal = "Degraded", Failed
  = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Cluster", phase)
end

-- How many components failed, and the first of them by name.
local count, first = 0, ""
for _, parts in ipairs({ map(status.components), map(status.shardings) }) do
  for key, part in pairs(parts) do
    local name = tostring(key)
    if map(part).phase == "Failed" then
      count = count + 1
      first = (count == 1 or name < first) and name or first
    end
  end
end
local failed = ""
if count > 0 then
  failed = first .. (count > 1 and " and " .. (count - 1) .. " more" or "") .. " failed"
end

local message = "Cluster is " .. phase
local cause = text(status.message, failed)
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
