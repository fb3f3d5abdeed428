--[[ The first version was
  if obj.stauts.phase == "Done" then return { status = "Helthy" } end
]]
local hs = {}; hs.message = ""
local phase = obj.status and obj.status.phase or [[]]
if phase == "Done" then
  hs.status = "Healthy"
elseif phase == "Broken" then
  hs.status = "Degraded"; hs.message = [[See the log of the "runner" container]]
else
  hs.status = "Progressing"
end
return hs
