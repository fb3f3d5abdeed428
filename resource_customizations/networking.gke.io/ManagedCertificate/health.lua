-- uses: map, text, is_stale, waits
-- A certificate that Google manages. Its status and those of its domains decide.

local status = map(obj.status)

local state = text(status.certificateStatus, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for ManagedCertificate", state)
end
if state == "Active" then
  return { status = "Healthy", message = "All certificates are active" }
end
for _, item in ipairs(map(status.domainStatus)) do
  local domain = map(item)
  local found = text(domain.status, "Provisioning")
  if found ~= "Active" and found ~= "Provisioning" then
    local message = text(domain.domain, "a domain") .. ": " .. found
    return { status = "Degraded", message = "A certificate was not provisioned for " .. message }
  end
end
if state ~= "Provisioning" then
  return { status = "Degraded", message = "The certificate is " .. state }
end
return { status = "Progressing", message = "At least one certificate is still being provisioned" }
