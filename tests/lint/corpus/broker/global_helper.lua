function find(conditions, kind)
  for _, c in ipairs(conditions) do
    if c.type == kind then
      return c
    end
  end
end

if obj.status ~= nil and obj.status.conditions ~= nil then
  local ready = find(obj.status.conditions, "Ready")
  if ready ~= nil and ready.status == "True" then
    return { status = "Healthy" }
  end
  local failed = find(obj.status.conditions, "NotReady")
  if failed ~= nil then
    return { status = "Degraded", message = failed.message }
  end
end
return { status = "Progressing" }
