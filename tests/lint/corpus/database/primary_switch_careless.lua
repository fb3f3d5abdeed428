local s = obj.status
if s.currentPrimary ~= s.targetPrimary then -- wrong: lua-nil-index
  return { status = "Progressing", message = "switching to " .. s.targetPrimary } -- wrong: lua-nil-concat
end
return { status = "Healthy", message = s.readyInstances .. " of " .. s.instances } -- wrong: lua-nil-concat
