local hs = {}
local critical = 0
if obj.status == nil then
  return { status = "Progressing", message = "Scan has not run" }
end
for _, v in ipairs(obj.status.vulnerabilities or {}) do
  if v.severity == "Critical" then
    critical = critical + 1
  end
end
if critical > 0 then
  hs.status = "Degraded"
  hs.message = critical .. " critical vulnerabilities"
elseif obj.status.finished then
  hs.status = "Healthy"
  hs.message = "No critical vulnerabilities"
else
  hs.status = "Progressing"
  hs.message = "Scan runs"
end
return hs
