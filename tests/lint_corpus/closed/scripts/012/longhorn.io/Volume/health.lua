local hs = { status = "Progressing", message = "Waiting for the volume" }
if obj.status ~= nil then
  local robustness = obj.status.robustness
  if obj.status.state == "Attached" and robustness == "healthy" then
    hs.status = "Healthy"
    hs.message = "Volume is attached"
  elseif obj.status.state == "detached" and robustness == "unknown" then
    hs.status = "Healthy"
    hs.message = "Volume is detached"
  elseif robustness == "degraded" or robustness == "faulted" then
    hs.status = "Degraded"
    hs.message = "Volume is " .. robustness
  end
end
return hs
