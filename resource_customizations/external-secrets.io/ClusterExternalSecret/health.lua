-- uses: map, text, is_stale, condition, explain, waits
-- External secrets in many namespaces: Ready once all have theirs. Older releases say NotReady
-- or PartiallyReady instead, and keep these conditions after success.

local status = map(obj.status)

-- What says that some namespace failed.
local function failure()
  for _, name in ipairs({ "NotReady", "PartiallyReady" }) do
    local candidate = condition(obj, name)
    if candidate.status == "True" then
      return candidate
    end
  end
  return condition(obj, "Ready")
end

local waiting = "Waiting for ClusterExternalSecret"
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return waits(waiting, explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "All namespaces have their secret") }
end

local failed = failure()
if failed.type ~= nil and failed.status ~= "Unknown" then
  return { status = "Degraded", message = explain(failed, "One or more namespaces failed") }
end
return { status = "Progressing", message = explain(failed, waiting) }
