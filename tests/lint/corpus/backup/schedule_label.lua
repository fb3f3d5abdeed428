local schedule = "manual"
if obj.metadata.labels ~= nil and obj.metadata.labels["schedule"] ~= nil then
  schedule = obj.metadata.labels["schedule"]
end
return { status = "Healthy", message = "schedule " .. schedule }
