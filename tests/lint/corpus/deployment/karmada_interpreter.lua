-- an interpreter of Karmada, with its result turned into a status
local function InterpretHealth(observedObj)
  if observedObj == nil or observedObj.status == nil or observedObj.spec == nil then
    return false
  end
  if observedObj.status.observedGeneration ~= observedObj.metadata.generation then
    return false
  end
  if observedObj.spec.replicas ~= nil then
    if observedObj.status.updatedReplicas == nil or observedObj.status.updatedReplicas < observedObj.spec.replicas then
      return false
    end
  end
  return observedObj.status.availableReplicas == observedObj.status.updatedReplicas
end
if InterpretHealth(obj) then
  return { status = "Healthy" }
end
return { status = "Progressing" }
