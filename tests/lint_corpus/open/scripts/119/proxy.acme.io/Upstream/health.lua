local st = obj.status or {}
local conditions = st.conditions or st.legacyConditions
if conditions == nil then
  return { status = "Progressing", message = "No condition yet" }
end
local function get(name)
  for _, c in ipairs(conditions) do
    if c.type == name then return c end
  end
end
local resolved = get("Resolved")
if resolved and resolved.status == "False" then
  return { status = "Degraded", message = resolved.message or "Cannot be resolved" }
end
if resolved and resolved.status == "True" then
  return { status = "Healthy", message = "Resolved" }
end
return { status = "Progressing", message = "Being resolved" }
