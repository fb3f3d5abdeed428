local hs = { status = "Progressing" }
if obj.metadata.deletionTimestamp ~= nil then
  hs.message = "Waits for " .. #(obj.metadata.finalizers or {}) .. " finalizers"
  return hs
end
local berths = obj.status and tonumber(obj.status.berths)
if not berths then
  hs.message = "Harbour is measured"
elseif berths == 0 then
  hs.status, hs.message = "Degraded", "No berth is free"
else
  hs.status, hs.message = "Healthy", berths .. " berths are free"
end
return hs
