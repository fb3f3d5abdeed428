if obj.status ~= nil then
  for _, c in ipairs(obj.status.conditions or {}) do
    if c.type ~= "Accepted" then
      goto continue
    end
    if c.status == "True" then
      return { status = "Healthy", message = "Policy is accepted" }
    elseif c.status == "False" then
      return { status = "Degraded", message = c.message or "Policy is rejected" }
    end
    ::continue::
  end
end
return { status = "Progressing", message = "Policy is not accepted yet" }
