local function check(status)
  for _, c in ipairs(status.conditions or {}) do -- wrong: lua-nil-index
    if c.type == "Ready" and c.status == "True" then return true end
  end
  return false
end
return { status = check(obj.status) and "Healthy" or "Progressing" }
