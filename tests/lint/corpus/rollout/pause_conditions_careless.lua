if obj.status and #obj.status.pauseConditions > 0 then -- wrong: lua-nil-operand
  local reason = obj.status.pauseConditions[1].reason
  return { status = "Suspended", message = "paused: " .. reason } -- wrong: lua-nil-concat
end
return { status = "Progressing" }
