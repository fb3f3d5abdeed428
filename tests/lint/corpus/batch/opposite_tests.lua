local hs = {}
local finished = obj.status ~= nil and obj.status.completionTime ~= nil
if finished then
  hs.status = "Healthy"
  hs.message = "finished at " .. obj.status.completionTime
end
if not finished then
  hs.status = "Progressing"
  hs.message = "running"
end
return hs
