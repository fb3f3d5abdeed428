-- vitals:profiles combined
-- Images that OpenKruise pulls to nodes. The counts of nodes decide;
-- parallelism 0 pauses it.

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

local function count(value)
  return tonumber(value) or 0
end

local wanted = count(status.desired)
local succeeded, failed = count(status.succeeded), count(status.failed)
if is_stale(status.observedGeneration) or status.desired == nil then
  return { status = "Progressing", message = "Waiting for ImagePullJob" }
end
if failed > 0 then
  local message = failed .. " of " .. wanted .. " nodes have failed"
  return {
    status = "Degraded",
    message = message .. ": " .. text(status.message, "see status.failedNodes"),
  }
end
local message = succeeded .. " of " .. wanted .. " nodes have the image"
if succeeded < wanted then
  local parallelism = map(obj.spec).parallelism
  if parallelism == 0 or parallelism == "0" or parallelism == "0%" then
    return { status = "Suspended", message = "ImagePullJob is paused: " .. message }
  end
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = message }
