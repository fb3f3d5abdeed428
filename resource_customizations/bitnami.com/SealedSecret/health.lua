-- uses: map, is_stale, condition, explain
-- A sealed secret is healthy once the controller could decrypt it: Synced is True.

local status = map(obj.status)

local waiting = "Waiting for Sealed Secret to be decrypted"
local synced = condition(obj, "Synced")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if synced.status == "True" then
  return { status = "Healthy", message = explain(synced, "Sealed Secret is decrypted") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "Sealed Secret is not decrypted") }
end
return { status = "Progressing", message = explain(synced, waiting) }
