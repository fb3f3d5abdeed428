local hs = {}
hs.status = "Progressing"
for _, c in ipairs((obj.status or {}).conditions or {}) do
  if c.type == "Failed" then
    hs.status = "Degraded"
    hs.message = c.reason
    if c.message ~= nil and c.message ~= "" then
      hs.message = (hs.message or "") .. ": " .. c.message
    end
  end
end
return hs
