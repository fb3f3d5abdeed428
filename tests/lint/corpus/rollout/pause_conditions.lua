if obj.status and obj.status.pauseConditions and #obj.status.pauseConditions > 0 then
  local reason = obj.status.pauseConditions[1].reason
  return { status = "Suspended", message = "paused: " .. tostring(reason) }
end
return { status = "Progressing" }
