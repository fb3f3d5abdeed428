local has_no_status = { "ProviderConfig", "ProviderConfigUsage" }
local function has_value(tab, val)
  for i, value in ipairs(tab) do
    if value == val then
      return true
    end
  end
  return false
end
if (obj.status == nil or next(obj.status) == nil) and has_value(has_no_status, obj.kind) then
  return { status = "Healthy", message = "Resource is up-to-date." }
end
if obj.status == nil or obj.status.conditions == nil then
  return { status = "Progressing", message = "Provisioning ..." }
end
for i, condition in ipairs(obj.status.conditions) do
  if condition.type == "Synced" and condition.status == "False" then
    return { status = "Degraded", message = condition.message }
  end
  if has_value({ "Ready", "Healthy", "Offered" }, condition.type) and condition.status == "True" then
    return { status = "Healthy", message = "Resource is up-to-date." }
  end
end
return { status = "Progressing", message = "Provisioning ..." }
