local function check()
  local stage = obj.status.stages[#obj.status.stages]
  if stage.outcome == "Success" then
    return "Healthy", "Pipeline has finished"
  elseif stage.outcome == "Failure" then
    return "Degraded", "Pipeline has failed"
  end
  return "Progressing", "Pipeline is at " .. stage.name
end

local ok, status, message = pcall(check)
if not ok then
  return { status = "Progressing", message = "Pipeline has not started" }
end
return { status = status, message = message }
