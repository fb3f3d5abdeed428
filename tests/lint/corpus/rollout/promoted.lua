for _, c in ipairs(obj.status and obj.status.conditions or {}) do
  if c.type == "Promoted" then
    if c.status == "True" then
      return { status = "Healthy", message = c.message }
    elseif c.status == "False" then
      return { status = "Degraded", message = c.message }
    else
      return { status = "Progressing", message = c.message }
    end
  end
end
return { status = "Progressing" }
