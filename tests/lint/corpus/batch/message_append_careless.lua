local hs = {}
hs.status = "Progressing"
for _, c in ipairs((obj.status or {}).conditions or {}) do
  if c.type == "Failed" then
    hs.status = "Degraded"
    hs.message = hs.message .. c.type -- wrong: lua-nil-concat
  end
end
return hs
