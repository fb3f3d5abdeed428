-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A bare metal host of Metal3. operationalStatus decides; the state of provisioning says what
-- is under way. Healthy is what the hardware reports of itself.

-- States in which the host waits for nothing.
local settled = {
  available = true, ready = true, provisioned = true, unmanaged = true,
  ["externally provisioned"] = true,
}

local status = map(obj.status)

local operational = text(status.operationalStatus, "")
local state = text(map(status.provisioning).state, "")
if is_stale(obj, status.observedGeneration) or operational == "" then
  return waits("Waiting for BareMetalHost", operational)
end
if operational == "error" then
  return {
    status = "Degraded",
    message = text(status.errorMessage, text(status.errorType, "The host has an error")),
  }
end
local health = condition(obj, "Healthy")
if health.status == "False" and health.reason == "CriticalError" then
  return { status = "Degraded", message = explain(health, "The hardware is not healthy") }
end
if operational == "detached" then
  return { status = "Suspended", message = "The host is detached" }
end
if operational == "OK" and settled[state] then
  return { status = "Healthy", message = "The host is " .. state }
end
return {
  status = "Progressing",
  message = "The host is " .. (state == "" and operational or state),
}
