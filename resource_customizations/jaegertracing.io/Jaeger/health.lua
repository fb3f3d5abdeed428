-- uses: map, text, is_stale, waits
-- A Jaeger of the Jaeger Operator. Its phase decides.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Jaeger", phase)
end
if phase == "Running" then
  return { status = "Healthy", message = "Jaeger is Running" }
end
if phase == "Failed" then
  return { status = "Degraded", message = "Jaeger has Failed" }
end
return { status = "Progressing", message = "Jaeger is " .. phase }
