-- uses: map, text, is_stale, condition, explain
-- A request for a certificate. Ready decides; Denied and InvalidRequest end it.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for CertificateRequest" }
end
for _, name in ipairs({ "Denied", "InvalidRequest" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end

local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "CertificateRequest is ready") }
end
if ready.status == "False" and (ready.reason == "Failed" or ready.reason == "Denied") then
  return { status = "Degraded", message = explain(ready, "CertificateRequest has failed") }
end
return { status = "Progressing", message = explain(ready, "Waiting for CertificateRequest") }
