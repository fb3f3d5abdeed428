-- vitals:profiles combined
-- A backing image of Longhorn: the worst state of its file on the disks decides.

-- Those that are not here are on their way.
local states = {
  ready = "Healthy", failed = "Degraded", ["failed-and-cleanup"] = "Degraded", unknown = "Unknown",
}
local severity = { Healthy = 1, Progressing = 2, Unknown = 3, Degraded = 4 }

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

if is_stale(status.observedGeneration) then
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
