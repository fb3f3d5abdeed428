local hs = {}
if obj.status == nil or obj.status.groups == nil then
  hs.status = "Progressing"
  hs.message = "Consumer has no group"
  return hs
end
if table.contains(obj.status.groups, obj.spec.group) then
  hs.status = "Healthy"
  hs.message = "Consumer is in its group"
else
  hs.status = "Progressing"
  hs.message = "Consumer joins its group"
end
return hs
