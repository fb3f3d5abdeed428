local function decide()
  if obj.status and obj.status.readyInstances == obj.spec.instances then
    return "Healthy"
  elseif obj.status and obj.status.error then
    return "Degraded"
  end
  return "Progressing"
end
local hs = {}
hs.status = decide()
return hs
