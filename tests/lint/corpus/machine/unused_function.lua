local function is_ready(o) -- wrong: lua-unused
  return o.status ~= nil and o.status.ready == true
end
if obj.status ~= nil and obj.status.ready == true then
  return { status = "Healthy" }
end
return { status = "Progressing" }
