local status = obj.status
if not status or not status.components then
  return { status = "Progressing", message = "Waiting for components" }
end

local total, bad, pending = 0, 0, 0
for _, component in pairs(status.components) do
  total = total + 1
  if component.state == "Failed" then
    bad = bad + 1
  elseif component.state ~= "Ready" and component.state ~= "Skipped" then
    pending = pending + 1
  end
end

if bad > 0 then
  return { status = "Degraded", message = bad .. " of " .. total .. " components have failed" }
elseif total == 0 or pending > 0 then
  return { status = "Progressing", message = pending .. " of " .. total .. " components are not ready" }
end
return { status = "Healthy", message = "All components are ready" }
