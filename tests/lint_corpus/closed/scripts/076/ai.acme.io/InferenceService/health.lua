local hs = { status = "Progressing", message = "Waiting for the model" }
if obj.status == nil or obj.status.conditions == nil then
  return {}
end
local types = { "PredictorReady", "IngressReady", "Ready" }
for _, c in ipairs(obj.status.conditions) do
  for _, t in ipairs(types) do
    if c.type == t and c.status == "True" then
      hs.status = "Healthy"
      hs.message = "Model is served"
    elseif c.type == t and c.status == "False" then
      hs.status = "Progressing"
      hs.message = c.message or c.reason or ""
    end
  end
end
return hs
