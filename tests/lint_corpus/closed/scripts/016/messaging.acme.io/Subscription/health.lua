local hs = {}
local ok = false
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    if condition.type == "Subscribed" then
      ok = condition.status == true
    end
  end
end
if ok then
  hs.status = "Healthy"
  hs.message = "Subscribed"
else
  hs.status = "Progressing"
  hs.message = "Waiting for the subscription"
end
return hs
