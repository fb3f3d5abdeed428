-- uses: map, text, is_stale, condition, explain, waits
-- Resources that namespaces of a tenant share. Ready decides; exhaustions say of what too
-- little is left.

local status = map(obj.status)

-- The names of a table in order, one after another.
local function following(of, last)
  local found
  for name in pairs(of) do
    local word = tostring(name)
    if word > last and (found == nil or word < found) then
      found = word
    end
  end
  return found
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for ResourcePool", explain(ready, ""))
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ResourcePool is not ready") }
end
local exhaustions = map(status.exhaustions)
local name = following(exhaustions, "")
local list = name
while name do
  name = following(exhaustions, name)
  list = name and list .. ", " .. name or list
end
if list then
  return { status = "Degraded", message = "The pool is exhausted: " .. list }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ResourcePool is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ResourcePool") }
