-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- Every kind of Gardener's extensions: infrastructure, control planes, workers, networks. The
-- last operation decides.

local states = {
  Succeeded = "Healthy", Pending = "Progressing", Processing = "Progressing",
  Aborted = "Degraded", Error = "Degraded", Failed = "Degraded",
}

local status = map(obj.status)

local state = text(map(status.lastOperation).state, "")

-- Kinds that hold data and have no status.
local data = { Cluster = true }
if data[text(obj.kind, "")] then
  return { status = "Healthy", message = obj.kind .. " has no status of its own" }
end
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for the extension", state)
end

local message = "The extension is " .. state
local cause = text(map(status.lastError).description, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
