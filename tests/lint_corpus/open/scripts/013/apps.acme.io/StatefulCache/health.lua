local want = obj.spec.replicas or 1
local have = obj.status and obj.status.readyReplicas or 0
local updated = obj.status and obj.status.updatedReplicas or 0

local hs = {}
if obj.spec.paused then
  hs.status = "Suspended"
  hs.message = "Reconciliation is paused"
elseif obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Waiting for the first replica"
elseif have < want or updated < want then
  hs.status = "Progressing"
  hs.message = have .. " of " .. want .. " replicas are ready, " .. updated .. " are updated"
else
  hs.status = "Healthy"
  hs.message = want .. " replicas are ready"
end
return hs
