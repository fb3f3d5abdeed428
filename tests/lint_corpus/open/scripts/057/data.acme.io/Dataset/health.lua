local hs = {}
local st = obj.status
if st == nil then
  return { status = "Progressing", message = "Dataset is not bound yet" }
end
if st.phase == "Bound" and st.cacheStates ~= nil then
  hs.status = "Healthy"
  hs.message = "Cached: " .. st.cacheStates.cachedPercent
elseif st.phase == "Failed" then
  hs.status = "Degraded"
  hs.message = "Dataset has failed"
elseif st.phase == "NotBound" or st.phase == "Pending" then
  hs.status = "Progressing"
  hs.message = "Dataset is " .. st.phase
else
  hs.status = "Unknown"
  hs.message = "Dataset has no phase"
end
return hs
