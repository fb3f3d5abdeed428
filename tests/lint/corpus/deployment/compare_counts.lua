local hs = { status = "Progressing" }
if obj.status ~= nil then
  if obj.status.updatedReplicas < obj.spec.replicas then -- wrong: lua-nil-operand
    hs.message = "updating"
    return hs
  end
  if obj.status.readyReplicas < obj.status.updatedReplicas then -- wrong: lua-nil-operand
    hs.message = "waiting"
    return hs
  end
  hs.status = "Healthy"
end
return hs
