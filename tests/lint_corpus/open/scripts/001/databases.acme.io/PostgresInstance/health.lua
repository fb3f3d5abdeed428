-- PostgresInstance: one managed server
local hs = { status = "Progressing", message = "Waiting for the operator" }

if obj.status == nil then
  return hs
end

if obj.status.phase == "Available" then
  hs.status = "Healthy"
  hs.message = "Instance is available"
elseif obj.status.pahse == "Failed" then
  hs.status = "Degraded"
  hs.message = obj.status.failureMessage or "Provisioning failed"
end

return hs
