local function check(status)
  local function is(kind)
    for _, c in ipairs(status.conditions or {}) do
      if c.type == kind and c.status == "True" then return true end
    end
    return false
  end
  return is("Ready") and is("Synced")
end
if obj.status == nil then
  return { status = "Progressing" }
end
return { status = check(obj.status) and "Healthy" or "Progressing" }
