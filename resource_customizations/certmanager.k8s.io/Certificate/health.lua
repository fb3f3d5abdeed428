-- uses: map, is_stale, condition, explain
-- A certificate of cert-manager before 0.11: Ready reports whether it has been issued and is
-- still valid.

local status = map(obj.status)

-- Reasons why Ready is False while the certificate is being issued.
local patience = {
  DoesNotExist = true, InProgress = true, NotFound = true, TemporaryCertificate = true,
}

local waiting = "Waiting for certificate"
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Certificate is ready") }
end
if ready.status == "False" and not patience[ready.reason] then
  return { status = "Degraded", message = explain(ready, "Certificate is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
