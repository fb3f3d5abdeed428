local hs = {}
if not obj.status == nil then
  if obj.status.bound then
    hs.status = "Healthy"
    hs.message = "Bound"
    return hs
  end
end
hs.status = "Progressing"
hs.message = "Waiting for the binding"
return hs
