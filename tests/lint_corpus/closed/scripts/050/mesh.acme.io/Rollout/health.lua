local hs = { status = "Progressing", message = "Waiting for the first step" }
local steps = obj.status and obj.status.steps or {}
local i = #steps

-- the newest finished step decides
while i > 0 do
  local step = steps[i]
  if step.result == "Passed" then
    hs.status = i == #(obj.spec.steps or {}) and "Healthy" or "Progressing"
    hs.message = "Step " .. i .. " has passed"
    break
  elseif step.result == "Failed" then
    hs.status = "Degraded"
    hs.message = "Step " .. i .. " has failed"
    break
  end
  i = i - 1
end
return hs
