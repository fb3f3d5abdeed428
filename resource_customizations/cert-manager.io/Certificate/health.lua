-- uses: map, is_stale, condition, explain
-- A certificate is healthy once Ready is True. While a new one is being issued, Issuing is True.

local status = map(obj.status)

local waiting = "Waiting for certificate"
local issuing = condition(obj, "Issuing")
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if issuing.status == "True" then
  return { status = "Progressing", message = explain(issuing, waiting) }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Certificate is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Certificate is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
