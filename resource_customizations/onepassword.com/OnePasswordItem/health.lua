-- uses: map, text, is_stale, condition, explain
-- A secret that is kept in 1Password. Ready says whether it was fetched.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for OnePasswordItem" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "OnePasswordItem is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "OnePasswordItem is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for OnePasswordItem") }
