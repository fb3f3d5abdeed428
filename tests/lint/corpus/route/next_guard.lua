local balancer = (obj.status or {}).loadBalancer
if balancer == nil or next(balancer) == nil then
  return { status = "Progressing", message = "no address yet" }
end
return { status = "Healthy" }
