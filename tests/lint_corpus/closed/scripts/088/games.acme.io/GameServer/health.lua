local state = obj.status and obj.status.state
if state == "Ready" or "Allocated" then
  return { status = "Healthy", message = "Server is up" }
elseif state == "Unhealthy" or state == "Error" then
  return { status = "Degraded", message = "Server is in state " .. state }
end
return { status = "Progressing", message = "Server is starting" }
