-- uses: map, text, is_stale, waits
-- A MinIO tenant. Its current state decides.

-- The states that need somebody; all others are steps on the way.
local failures = {
  ["Another MinIO Tenant already exists in the namespace"] = true,
  ["Different versions across MinIO Pools"] = true,
  ["Pool Decommissioning Not Allowed"] = true,
  ["Statefulset not controlled by operator"] = true,
  ["Tenant credentials are not set properly"] = true,
}

local status = map(obj.status)

local state = text(status.currentState, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("No status info available", state)
end
-- Without a write quorum the health is red.
if state == "Initialized" and status.healthStatus == "red" then
  return { status = "Degraded", message = text(status.healthMessage, "The health is red") }
end
if state == "Initialized" then
  return { status = "Healthy", message = state }
end
if failures[state] then
  return { status = "Degraded", message = state }
end
return { status = "Progressing", message = state }
