local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Plan is not scheduled yet"
  return hs
end
if obj.status.lastBackup ~= nil then
  if obj.status.lastBackup.failed > 0 then
    hs.status = "Degraded"
    hs.message = "Last backup had failures"
    return hs
  end
  hs.status = "Healthy"
  hs.message = "Last backup at " .. obj.status.lastBackup.finished
  return hs
end
return hs
