local hs = {}
if obj.status ~= nil then
  if obj.status.state == "done" then
    hs.status = "Healthy"
    hs.message = "Migration is done"
    return hs
  elseif obj.status.state == "failed" then
    hs.status = "Degraded"
    hs.message = "Migration failed"
    return hs
  else
    hs.status = "Progressing"
    hs.message = "Migration runs"
    return hs
  end
end
