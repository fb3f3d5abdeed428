if obj.spec.paused == true then
  return { status = "Suspended", message = "paused" }
end
if obj.status == nil then
  return { status = "Progressing" }
end
if obj.status.failure then
  return { status = "Degraded", message = obj.status.failure.text .. " (" .. obj.status.failure.code .. ")" } -- wrong: lua-nil-concat
end
return { status = "Healthy" }
