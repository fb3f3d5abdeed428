if obj.metadata.generation ~= obj.status.observedGeneration then -- wrong: lua-nil-index
  return { status = "Progressing", message = "not observed yet" }
end
if obj.status.replicas > obj.status.updatedReplicas then -- wrong: lua-nil-operand
  return { status = "Progressing", message = "old pods are left" }
end
return { status = "Healthy" }
