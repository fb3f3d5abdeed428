-- vitals:profiles combined
-- An application is as healthy as Argo CD found it to be.

local statuses = {
  Healthy = true, Suspended = true, Progressing = true, Missing = true, Degraded = true, Unknown = true,
}

if obj.status == nil or obj.status.health == nil then
  return { status = "Progressing", message = "Waiting for Application" }
end

local generation = obj.metadata.generation
local observed = obj.status.observedGeneration
if generation ~= nil and observed ~= nil and observed < generation then
  return { status = "Progressing", message = "Waiting for Application" }
end

local health = obj.status.health
if health.status ~= nil and statuses[health.status] then
  return { status = health.status, message = health.message }
end
return { status = "Progressing", message = "Waiting for Application" }
