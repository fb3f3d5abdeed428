local st = obj.status
if st == nil or st.phase == nil or st.phase == "Initializing" then
  return { status = "Progressing", message = "Canary is being set up" }
end
local max = obj.spec.maxUnavailable
if max == 0 or max == "0%" then
  if (st.unavailable or 0) > 0 then
    return { status = "Degraded", message = st.unavailable .. " are unavailable, and none may be" }
  end
end
if st.phase == "Succeeded" or st.phase == "Initialized" then
  return { status = "Healthy", message = "Canary has " .. (st.phase == "Succeeded" and "succeeded" or "been set up") }
elseif st.phase == "Failed" then
  return { status = "Degraded", message = "Canary has failed" }
elseif st.phase == "Waiting" then
  return { status = "Suspended", message = "Canary waits for an approval" }
end
return { status = "Progressing", message = "Canary is at " .. tostring(st.weight) .. " %" }
