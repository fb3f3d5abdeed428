-- uses: map, text, is_stale
-- vitals:profiles combined
-- An application is as healthy as Argo CD found it to be.

local status = map(obj.status)

local statuses = {
  Healthy = true, Suspended = true, Progressing = true, Missing = true, Degraded = true,
  Unknown = true,
}

local health = map(status.health)
if is_stale(obj, status.observedGeneration) or not statuses[health.status] then
  return { status = "Progressing", message = "Waiting for Application" }
end
return { status = health.status, message = text(health.message, "") }
