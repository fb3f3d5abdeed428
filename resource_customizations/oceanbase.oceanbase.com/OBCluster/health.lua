-- uses: map, text, is_stale
-- vitals:profiles combined
-- A cluster of OceanBase. Its status decides.

-- All other states are steps on the way.
local states = { running = "Healthy", failed = "Degraded" }

local status = map(obj.status)

local state = text(status.status, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for OBCluster" }
end
return { status = states[state] or "Progressing", message = "OBCluster is " .. state }
