-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A catalog of operators of OLM. The state of its connection decides.

local states = { READY = "Healthy", SHUTDOWN = "Degraded", TRANSIENT_FAILURE = "Degraded" }

local status = map(obj.status)

local state = text(map(status.connectionState).lastObservedState, "")
if is_stale(obj, status.observedGeneration) or (state == "" and text(status.reason, "") == "") then
  return waits("Waiting for CatalogSource", state)
end
if state == "" and status.reason ~= "SpecInvalidError" then
  return { status = "Progressing", message = text(status.message, status.reason) }
end
if state == "" then
  return { status = "Degraded", message = text(status.message, status.reason) }
end
return { status = states[state] or "Progressing", message = "Connection is " .. state }
