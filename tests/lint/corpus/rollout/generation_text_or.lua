local status = obj.status or {}
local seen = tonumber(status.observedGeneration or "0") or 0
if seen < obj.metadata.generation then
  return { status = "Progressing", message = "at " .. seen }
end
return { status = "Healthy" }
