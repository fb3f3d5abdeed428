local phase = obj.status and obj.status.phase
if phase == nil or phase == "Pending" then
  return { status = "Progressing", message = "Node is requested" }
elseif phase == "Provisioning" or phase == "Provisioned" then
  return { status = "Progressing", message = "Node is " .. phase }
elseif phase == "Running" then
  if obj.status.cordoned then
    return { status = "Suspended", message = "Node is cordoned" }
  end
  return { status = "Healthy", message = "Node runs" }
elseif phase == "Failed" then
  return { status = "Degraded", message = obj.status.errorMessage or "Node has failed" }
elseif phase == "Deleting" then
  return { status = "Progressing", message = "Node is deleted" }
end
return { status = "Unknown", message = "Phase " .. phase }
