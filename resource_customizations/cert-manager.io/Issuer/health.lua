-- An issuer can issue once Ready is True.

-- The condition of a type, unless it speaks of an older generation.
local function condition(name)
  local generation = obj.metadata.generation or 0
  for _, candidate in ipairs(obj.status.conditions) do
    if candidate.type == name and (candidate.observedGeneration or generation) >= generation then
      return candidate
    end
  end
  return nil
end

if obj.status == nil or obj.status.conditions == nil then
  return { status = "Progressing", message = "Initializing issuer" }
end

local ready = condition("Ready")
if ready ~= nil and ready.status == "True" then
  return { status = "Healthy", message = ready.message }
end
if ready ~= nil and ready.status == "False" then
  return { status = "Degraded", message = ready.message }
end
return { status = "Progressing", message = "Initializing issuer" }
