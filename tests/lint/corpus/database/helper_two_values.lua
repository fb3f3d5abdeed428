local function decide()
  if obj.status == nil then
    return "Progressing", "no status"
  end
  if obj.status.error then
    return "Degraded", obj.status.error.message
  end
  return "Healthy"
end
local status, message = decide()
return { status = status, message = message }
