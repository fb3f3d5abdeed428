-- uses: map, text, is_stale
-- vitals:profiles combined
-- A backing image of Longhorn: the worst state of its file on the disks decides.

-- Those that are not here are on their way.
local states = {
  ready = "Healthy", failed = "Degraded", ["failed-and-cleanup"] = "Degraded", unknown = "Unknown",
}
local severity = { Healthy = 1, Progressing = 2, Unknown = 3, Degraded = 4 }

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for BackingImage" }
end

-- The names of a table in order, one after another.
local function following(of, last)
  local found
  for name in pairs(of) do
    local word = tostring(name)
    if word > last and (found == nil or word < found) then
      found = word
    end
  end
  return found
end

local worst, message = "Healthy", ""
local files = map(status.diskFileStatusMap)
local disk = following(files, "")
while disk do
  local file = map(files[disk])
  local state = text(file.state, "pending")
  local found = states[state] or "Progressing"
  if message == "" or severity[found] > severity[worst] then
    worst, message = found, "Disk " .. disk .. " is " .. state
    local cause = text(file.message, "")
    if cause ~= "" then
      message = message .. ": " .. cause
    end
  end
  disk = following(files, disk)
end
if message == "" then
  return { status = "Progressing", message = "Waiting for BackingImage" }
end
return { status = worst, message = message }
