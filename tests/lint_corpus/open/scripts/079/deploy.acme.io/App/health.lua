-- status.history is sorted by the controller, the newest entry first
local history = obj.status and obj.status.history or {}
local newest = history[1]
if newest == nil then
  return { status = "Progressing", message = "Never deployed" }
end
if newest.outcome == "Deployed" then
  return { status = "Healthy", message = "Revision " .. newest.revision .. " is deployed" }
elseif newest.outcome == "Failed" then
  return { status = "Degraded", message = "Revision " .. newest.revision .. " has failed" }
end
return { status = "Progressing", message = "Revision " .. newest.revision .. " is being deployed" }
