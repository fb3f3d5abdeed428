local status = obj.status
local conditions = status and status.conditions
if type(conditions) ~= "table" or next(conditions) == nil then
  return { status = "Progressing", message = "Distribution is being created" }
end

local found = {}
for _, c in ipairs(conditions) do
  found[c.type] = c
end

local deployed, invalid = found.Deployed, found.Invalid
if invalid and invalid.status == "True" then
  return { status = "Degraded", message = invalid.message or "Configuration is invalid" }
end
if deployed and deployed.status == "True" then
  return { status = "Healthy", message = "Deployed" }
end
return { status = "Progressing", message = deployed and deployed.message or "Not deployed yet" }
