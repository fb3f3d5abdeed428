local function count(value)
  return tonumber(value) or 0
end
local status = obj.status or {}
local failed, done = count(status.failed), count(status.succeeded)
if failed > 0 then
  return { status = "Degraded", message = failed .. " failed, " .. done .. " succeeded" }
end
if done < obj.spec.completions then
  return { status = "Progressing", message = done .. " of " .. obj.spec.completions }
end
return { status = "Healthy" }
