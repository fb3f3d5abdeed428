local st = obj.status or {}
local ended = st["end"]
local codes = { [0] = "Healthy", [1] = "Progressing", [2] = "Degraded" }
if st.code == nil then
  return { status = "Progressing", message = "Line has not reported" }
end
local status = codes[st.code] or "Unknown"
if ended ~= nil and status == "Progressing" then
  status = "Healthy"
end
return { status = status, message = "Code " .. st.code }
