-- uses: map, text, is_stale, waits
-- A role in AWS. Its state decides; a state that is not a step on the way is a failure.

local steps = {
  CreateInProgress = true, DeleteInProgress = true, InProgress = true, RetryInProgress = true,
  UpdateInProgress = true,
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for Iamrole to be reconciled", state)
end
local role = text(status.roleName, "unnamed")
if state == "Ready" then
  return { status = "Healthy", message = "Role '" .. role .. "' exists" }
end
if steps[state] then
  return { status = "Progressing", message = "Role '" .. role .. "': " .. state }
end
local message = text(status.errorDescription, state)
return { status = "Degraded", message = "Role '" .. role .. "': " .. message }
