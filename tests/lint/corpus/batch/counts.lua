local status = obj.status or {}
local succeeded = status.succeeded or 0
local failed = status.failed or 0
if succeeded >= obj.spec.completions then
  return { status = "Healthy", message = succeeded .. " succeeded" }
end
if failed > obj.spec.backoffLimit then
  return { status = "Degraded", message = failed .. " failed" }
end
return { status = "Progressing", message = ("active: %s"):format(tostring(status.active)) } -- wrong: lua-library-needed
