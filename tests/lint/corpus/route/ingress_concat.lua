local balancer = obj.status and obj.status.loadBalancer
if balancer and balancer.ingress then
  for _, at in ipairs(balancer.ingress) do
    return { status = "Healthy", message = "at " .. at.ip } -- wrong: lua-nil-concat
  end
end
return { status = "Progressing" }
