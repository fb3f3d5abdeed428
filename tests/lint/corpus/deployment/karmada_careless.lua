function InterpretHealth(observedObj)
  return (observedObj.status.updatedReplicas == observedObj.spec.replicas) and (observedObj.metadata.generation == observedObj.status.observedGeneration) -- wrong: lua-nil-index
end
local hs = {}
if InterpretHealth(obj) then
  hs.status = "Healthy"
else
  hs.status = "Progressing"
end
return hs
