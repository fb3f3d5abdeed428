local hs = { status = "Progressing", message = "Waiting for endpoints" }
local endpoints = obj.status and obj.status.endpoints or {}
for name, ep in pairs(endpoints) do
  if ep.ready then
    hs = { status = "Healthy", message = name .. " is ready" }
  else
    hs = { status = "Degraded", message = name .. " is not ready" }
  end
end
return hs
