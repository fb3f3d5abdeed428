local status = obj.status or {}
local want = obj.spec.replicas or 1
local ready = status.readyReplicas or 0
local updated = status.updatedReplicas or 0
if updated < want then
  return { status = "Progressing", message = updated .. " of " .. want .. " updated" }
elseif ready < want then
  return { status = "Progressing", message = ready .. " of " .. want .. " ready" }
end
return { status = "Healthy" }
