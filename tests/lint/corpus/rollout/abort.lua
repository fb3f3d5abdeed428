local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "waiting for the controller"
  return hs
end
if obj.status.abort then
  hs.status = "Degraded"
  hs.message = "aborted: " .. obj.status.message -- wrong: lua-nil-concat
  return hs
end
if obj.spec.paused then
  hs.status = "Suspended"
  return hs
end
hs.status = obj.status.currentHash == obj.status.stableHash and "Healthy" or "Progressing"
return hs
