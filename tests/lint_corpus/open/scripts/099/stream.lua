local st = obj.status
if st == nil or st.phase == nil then
  return { status = "Progressing", message = "Stream is set up" }
elseif st.phase == "Live" then
  return { status = "Healthy", message = "Stream is live" }
elseif st.phase == "Ended" then
  return { status = "Suspended", message = "Stream has ended" }
end
return { status = "Degraded", message = "Stream is " .. st.phase }
