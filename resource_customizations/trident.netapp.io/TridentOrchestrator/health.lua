-- An installation of Trident. Its status decides.

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

local state = text(status.status, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for trident installation" }
end
if state == "Installed" then
  return { status = "Healthy", message = text(status.message, "Trident is installed") }
end
if state == "Error" or state == "Failed" then
  return { status = "Degraded", message = text(status.message, "Trident is not installed") }
end
return { status = "Progressing", message = text(status.message, "Trident: " .. state) }
