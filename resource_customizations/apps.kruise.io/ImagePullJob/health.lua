-- uses: map, text, is_stale
-- vitals:profiles combined
-- Images that OpenKruise pulls to nodes. The counts of nodes decide;
-- parallelism 0 pauses it.

local status = map(obj.status)

local function count(value)
  return tonumber(value) or 0
end

local wanted = count(status.desired)
local succeeded, failed = count(status.succeeded), count(status.failed)
if is_stale(obj, status.observedGeneration) or status.desired == nil then
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
