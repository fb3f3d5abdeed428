local function is(name)
  for _, c in ipairs(obj.status and obj.status.conditions or {}) do
    if c.type == name then
      return c.status == "True", c.message
    end
  end
  return nil, nil
end

local stalled, why = is("Stalled")
if stalled then
  return { status = "Degraded", message = why or "Stalled" }
end
local reconciling, what = is("Reconciling")
if reconciling or reconciling == nil then
  return { status = "Progressing", message = what or "Not reconciled yet" }
end
return { status = "Healthy", message = "Reconciled" }
