-- uses: map, text, is_stale, waits
-- An analysis of Keptn. Once it is Completed, pass and warning decide.

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for Analysis", state)
end
if state ~= "Completed" then
  return { status = "Progressing", message = "Analysis is " .. state }
end
if status.warning == true then
  return { status = "Healthy", message = "Analysis is healthy with warnings" }
end
if status.pass == true then
  return { status = "Healthy", message = "Analysis is healthy" }
end
return { status = "Degraded", message = "Analysis did not pass" }
