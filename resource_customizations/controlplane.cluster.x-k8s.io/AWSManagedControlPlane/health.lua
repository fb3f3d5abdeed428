-- uses: map, text, is_stale, condition, explain, waits
-- A control plane of EKS: ready says whether it works, failureMessage and conditions what is
-- wrong.

local spec = map(obj.spec)
local status = map(obj.status)

-- EKS reports "1.30" where the spec may say "v1.30.4": one version begins with the other.
local function begins_with(version, prefix)
  return version >= prefix and version < prefix .. "~"
end

local function is_upgrading()
  local wanted = text(spec.version, "")
  local current = text(status.version, "")
  if wanted == "" or current == "" then
    return false
  end
  return not begins_with(wanted, current) and not begins_with(wanted, "v" .. current)
end

local ready = condition(obj, "Ready")
local failure = text(status.failureMessage, text(status.failureReason, ""))
if failure ~= "" then
  return { status = "Degraded", message = failure }
end
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for the control plane", explain(ready, ""))
end
if ready.status == "False" and ready.severity == "Error" then
  return { status = "Degraded", message = explain(ready, "Control plane is not ready") }
end
if status.ready ~= true then
  return { status = "Progressing", message = explain(ready, "Control plane is not ready yet") }
end

local updating = condition(obj, "EKSControlPlaneUpdating")
if updating.status == "True" then
  return { status = "Progressing", message = explain(updating, "EKS control plane is updating") }
end
if is_upgrading() then
  local versions = status.version .. " to " .. spec.version
  return { status = "Progressing", message = "Control plane is upgrading from " .. versions }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "Control plane is not ready yet") }
end
return { status = "Healthy", message = "Control plane is ready" }
