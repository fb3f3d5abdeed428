-- uses: map, text, is_stale, waits
-- A secret of the former Kubernetes External Secrets, which reports SUCCESS or "ERROR, why".

local status = map(obj.status)

local outcome = text(status.status, "")
if is_stale(obj, status.observedGeneration) or outcome == "" then
  return waits("Waiting for ExternalSecret.", outcome)
end
if outcome == "SUCCESS" then
  return { status = "Healthy", message = "Fetched ExternalSecret." }
end
return { status = "Degraded", message = outcome }
