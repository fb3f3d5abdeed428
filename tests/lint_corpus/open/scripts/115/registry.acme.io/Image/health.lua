local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Image is pulled"
  return hs
end
for i = 1, #obj.status.layers do
  local layer = obj.status.layers[i]
  if layer.missing then
    hs.status = "Degraded"
    hs.message = "Layer " .. i .. " is missing"
    return hs
  end
end
msg = "All layers are there"
hs.status = "Healthy"
hs.message = msg
return hs
