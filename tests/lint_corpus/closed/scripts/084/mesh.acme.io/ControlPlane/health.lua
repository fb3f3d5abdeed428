local function condition(name)
  local function search(list)
    for _, c in ipairs(list) do
      if c.type == name then
        return c
      end
    end
    return nil
  end
  if obj.status == nil then
    return nil
  end
  return search(obj.status.conditions or {})
end

local reconciled = condition("Reconciled")
local ready = condition("Ready")
if reconciled == nil or reconciled.status == "Unknown" then
  return { status = "Progressing", message = "Not reconciled yet" }
end
if reconciled.status == "False" then
  return { status = "Degraded", message = reconciled.message or "Cannot reconcile" }
end
if ready ~= nil and ready.status == "True" then
  return { status = "Healthy", message = "Ready" }
end
return { status = "Progressing", message = ready and ready.message or "Not ready yet" }
