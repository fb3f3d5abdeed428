local hs = {}
if obj.spec.suspend then
  hs.status = "Suspended"
  hs.message = "Suspended"
  return hs
end
if obj.status == nil or obj.status.lastRun == nil and obj.status.failedRuns == nil then
  hs.status = "Progressing"
  hs.message = "Has not run yet"
  return hs
end
if obj.status.lastRun.result == "Error" then
  hs.status = "Degraded"
  hs.message = "Last run failed"
  return hs
end
hs.status = "Healthy"
hs.message = "Last run succeeded"
return hs
