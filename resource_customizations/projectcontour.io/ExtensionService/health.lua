-- uses: map, text, is_stale, condition, explain, waits
-- A service that extends Contour. Valid decides, and lists the errors.

local status = map(obj.status)

-- The errors that a condition lists.
local function errors(of)
  local message = ""
  for _, item in ipairs(map(of.errors)) do
    message = message .. "; " .. explain(map(item), "unnamed error")
  end
  return message
end

local valid = condition(obj, "Valid")
if is_stale(obj, status.observedGeneration) or valid.status == nil then
  return waits("Waiting for status", explain(valid, ""))
end
if valid.status == "True" then
  return { status = "Healthy", message = explain(valid, "ExtensionService is valid") }
end
if valid.status == "False" then
  local message = explain(valid, "ExtensionService is not valid")
  return { status = "Degraded", message = message .. errors(valid) }
end
return { status = "Progressing", message = explain(valid, "Waiting for status") }
