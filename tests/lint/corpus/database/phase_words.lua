local healthy = { ["Cluster in healthy state"] = true }
local degraded = { ["Unrecoverable"] = true, ["Failing over"] = false }
local phase = obj.status and obj.status.phase
if phase == nil then
  return { status = "Progressing", message = "waiting for the operator" }
end
if healthy[phase] then
  return { status = "Healthy", message = phase }
elseif degraded[phase] then
  return { status = "Degraded", message = phase }
end
return { status = "Progressing", message = phase }
