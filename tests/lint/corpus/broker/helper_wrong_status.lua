local function answer(status, message)
  return { status = status, message = message }
end
if obj.status == nil then
  return answer("InProgress", "no status") -- wrong: lua-invalid-status
end
return answer("Healthy", "")
