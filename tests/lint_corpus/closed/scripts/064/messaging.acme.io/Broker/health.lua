local st = obj.status or {}
local ready, total = 0, 0
for _, b in ipairs(st["broker-statuses"] or {}) do
  total = total + 1
  if b.READY then
    ready = ready + 1
  end
end
if total == 0 then
  return { status = "Progressing", message = "No broker yet" }
end
if ready == total then
  return { status = "Healthy", message = ready .. " brokers" }
end
return { status = "Progressing", message = ready .. " of " .. total .. " brokers" }
