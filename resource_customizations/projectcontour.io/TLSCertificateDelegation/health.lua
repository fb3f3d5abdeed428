-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A certificate that other namespaces may use. Valid decides, and lists the errors.

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
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for TLSCertificateDelegation", explain(valid, ""))
end
if valid.status == "True" or valid.status == nil then
  return { status = "Healthy", message = text(valid.message, "It has no error") }
end
if valid.status == "False" then
  return { status = "Degraded", message = explain(valid, "It is not valid") .. errors(valid) }
end
return { status = "Progressing", message = explain(valid, "Waiting for TLSCertificateDelegation") }
