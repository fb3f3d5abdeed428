-- uses: map, promoter
-- The status of commits by the health of applications, of GitOps Promoter. Ready decides, and
-- whether there are applications.

local noun = "Argo CD commit status"
local wrong = promoter(obj, noun)
if wrong then
  return wrong
end
local count = #map(map(obj.status).applicationsSelected)
if count == 0 then
  return { status = "Degraded", message = "No application is selected" }
end
return { status = "Healthy", message = noun .. " tracks " .. tostring(count) .. " application(s)" }
