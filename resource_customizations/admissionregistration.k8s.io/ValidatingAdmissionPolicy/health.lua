-- uses: map, text, is_stale
-- vitals:profiles combined
-- A policy in CEL. What type checking found decides.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.observedGeneration == nil then
  return { status = "Progressing", message = "Waiting for the types to be checked" }
end
for _, entry in ipairs(map(map(status.typeChecking).expressionWarnings)) do
  local warning = map(entry)
  local message = text(warning.warning, "does not fit the types")
  return {
    status = "Degraded",
    message = text(warning.fieldRef, "expression") .. ": " .. message,
  }
end
return { status = "Healthy", message = "No expression has a type error" }
