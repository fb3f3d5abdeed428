-- uses: map, is_stale, condition, explain
-- An issuer of cert-manager before 0.11: Ready reports whether it can issue certificates.

local status = map(obj.status)

local waiting = "Waiting for issuer to be initialized"
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Issuer is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Issuer is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
