local hs = { status = "Progressing" }
for _, c in ipairs(obj.status and obj.status.conditions or {}) do -- wrong: lua-condition-order
  if c.status ~= "True" then
    goto continue
  end
  if c.type == "Complete" then
    hs.status = "Healthy"
  elseif c.type == "Failed" then
    hs.status = "Degraded"
    hs.message = c.message or "failed"
  end
  ::continue::
end
return hs
