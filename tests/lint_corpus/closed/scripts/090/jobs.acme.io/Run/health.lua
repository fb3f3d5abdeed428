local newest
for _, attempt in ipairs(obj.status and obj.status.attempts or {}) do
  if newest == nil or (attempt.startTime or "") > (newest.startTime or "") then
    newest = attempt
  end
end
if newest == nil then
  return { status = "Progressing", message = "Not started" }
elseif newest.result == "Success" then
  return { status = "Healthy", message = "Success" }
elseif newest.result == "Failure" then
  return { status = "Degraded", message = "Failure" }
end
return { status = "Progressing", message = "Running" }
