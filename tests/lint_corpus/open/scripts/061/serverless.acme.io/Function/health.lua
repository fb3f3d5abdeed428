local hs = { status = "Progressing", message = "Function is being built" }
if obj.status ~= nil and obj.status.conditions ~= nil then
  local ready, building
  for _, c in ipairs(obj.status.conditions) do
    if c.type == "Running" then
      ready = c.status
    elseif c.type == "BuildReady" then
      building = c.status
    end
  end
  if building == nil or ready == nil and building == "Unknown" or ready == "Unknown" then
    return hs
  end
  if ready == "true" then
    hs.status = "Healthy"
    hs.message = "Function runs"
  elseif building == "False" then
    hs.status = "Degraded"
    hs.message = "Function does not build"
  end
end
return hs
