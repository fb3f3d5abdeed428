local function message_of(c, default)
  if c.message ~= nil and c.message ~= "" then
    return c.message
  end
  return default
end

local degraded, synced, ready
for _, c in ipairs((obj.status or {}).conditions or {}) do
  if c.type == "Invalid" and c.status == "True" then
    degraded = message_of(c, "The rule is invalid")
  elseif c.type == "Synced" and c.status == "True" then
    synced = true
  elseif c.type == "Loaded" and c.status == "True" then
    ready = true
  end
end

if degraded then
  return { status = "Degraded", message = degraded }
elseif synced and ready then
  return { status = "Healthy", message = "Rule is loaded" }
end
return { status = "Progressing", message = "Rule is not loaded yet" }
