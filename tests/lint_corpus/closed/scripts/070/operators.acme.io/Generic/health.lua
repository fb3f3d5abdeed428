local hs = { status = "Progressing", message = "Waiting for the operator" }
local raw = obj.status and obj.status.raw
if raw ~= nil then
  if raw.Summary ~= nil and raw.Summary.OK == 1 then
    hs.status = "Healthy"
    hs.message = "Summary is OK"
  elseif raw.errs ~= nil then
    hs.status = "Degraded"
    hs.message = tostring(raw.errs)
  end
end
return hs
