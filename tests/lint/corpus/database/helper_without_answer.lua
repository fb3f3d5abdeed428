local function decide()
  if obj.status and obj.status.readyInstances == obj.spec.instances then -- wrong: lua-no-return
    return { status = "Healthy" }
  elseif obj.status and obj.status.error then
    return { status = "Degraded" }
  end
end
return decide()
