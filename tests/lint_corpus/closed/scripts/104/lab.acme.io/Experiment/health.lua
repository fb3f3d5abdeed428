local function first(...)
  for i = 1, select("#", ...) do
    local v = (select(i, ...))
    if v ~= nil and v ~= "" then
      return v
    end
  end
  return "no message"
end

local st = obj.status or {}
if st.phase == "Finished" then
  return { status = "Healthy", message = first(st.summary, st.message) }
elseif st.phase == "Error" or st.phase == "OOMKilled" then
  return { status = "Degraded", message = first(st.message, st.reason, st.phase) }
end
return { status = "Progressing", message = first(st.message, st.phase) }
