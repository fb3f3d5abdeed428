if obj.status.loadBalancer.ingress[1].ip ~= nil then -- wrong: lua-nil-index
  return { status = "Healthy" }
end
return { status = "Progressing" }
