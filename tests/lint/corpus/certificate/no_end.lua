if obj.status ~= nil then -- wrong: lua-no-return
  for _, c in ipairs(obj.status.conditions or {}) do
    if c.type == "Ready" then
      return { status = c.status == "True" and "Healthy" or "Degraded" }
    end
  end
end
