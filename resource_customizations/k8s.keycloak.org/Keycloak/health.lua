-- uses: map, text, is_stale, condition, explain, waits
-- A Keycloak of the Keycloak Operator. HasErrors, RollingUpdate and Ready decide.

local status = map(obj.status)

local failed = condition(obj, "HasErrors")
local rolling = condition(obj, "RollingUpdate")
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for Keycloak status conditions to exist", explain(ready, ""))
end
if failed.status == "True" then
  return { status = "Degraded", message = "Has Errors: " .. explain(failed, "unknown") }
end
if rolling.status == "True" then
  return { status = "Progressing", message = explain(rolling, "Rolling out an update") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Keycloak is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Keycloak") }
