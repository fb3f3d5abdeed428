local hs = {}
if obj.status ~= nil and obj.status.jobStatus ~= nil then
  local state = obj.status.jobStatus.state
  if state == "RUNNING" then
    hs.status = "Healthy"
    hs.message = "Job runs"
    return hs
  elseif state == "FAILED" or state == "FAILING" then
    hs.status = "Degraded"
    hs.message = "Job is " .. string.lower(state)
    return hs
  elseif state == "SUSPENDED" and obj.status.lifecycleState == "UPGRADING" then
    hs.status = "Progressing"
    hs.message = "Job is upgraded"
    return hs
  elseif state == "SUSPENDED" then
    hs.status = "Suspended"
    hs.message = "Job is suspended"
    return hs
  end
end
hs.status = "Progressing"
hs.message = "Job is starting"
return hs
