if next(obj.status.loadBalancer) == nil then -- wrong: lua-nil-index, lua-nil-argument
  return { status = "Progressing", message = "no address yet" }
end
return { status = "Healthy" }
