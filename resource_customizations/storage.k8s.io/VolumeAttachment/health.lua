-- vitals:profiles combined
-- What attaches a volume to a node. attached decides; attachError and detachError say what went
-- wrong.

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
  return { status = "Progressing", message = "Waiting for the volume to be attached" }
end
for _, name in ipairs({ "attachError", "detachError" }) do
  local failure = status[name]
  if type(failure) == "table" then
    return { status = "Degraded", message = text(failure.message, name) }
  end
end
if status.attached == true then
  return { status = "Healthy", message = "The volume is attached" }
end
return { status = "Progressing", message = "Waiting for the volume to be attached" }
