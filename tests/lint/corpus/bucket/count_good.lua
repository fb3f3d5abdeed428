local good = 0
if obj.status and obj.status.conditions then
  for _, c in ipairs(obj.status.conditions) do
    if (c.type == "Ready" or c.type == "Synced") and c.status == "True" then
      good = good + 1
    end
  end
end
if good == 2 then
  return { status = "Healthy" }
end
return { status = "Progressing", message = good .. " of 2 conditions are true" }
