-- uses: map, text, is_stale, waits
-- A claim to a bucket. Its phase decides.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for the object bucket claim", phase)
end
if phase == "Bound" then
  return { status = "Healthy", message = "Object bucket claim is bound" }
end
if phase == "Failed" then
  return { status = "Degraded", message = "Object bucket claim phase is Failed" }
end
return { status = "Progressing", message = "Object bucket claim phase is " .. phase }
