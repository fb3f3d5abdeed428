local hs = {}
if obj.status ~= nil and obj.status.failureReason ~= nil then
  hs.status = "Degraded"
  hs.message = obj.status.failureReason .. ": " .. obj.status.failureMessage -- wrong: lua-nil-concat
  return hs
end
if obj.status ~= nil and obj.status.ready == true then
  hs.status = "Healthy"
  return hs
end
hs.status = "Progressing"
return hs
