-- uses: map, text, is_stale
-- vitals:profiles combined
-- An Aerospike cluster. Its phase decides.

local states = { Completed = "Healthy", InProgress = "Progressing", Error = "Degraded" }

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for AerospikeCluster" }
end
return { status = states[phase] or "Progressing", message = "AerospikeCluster is " .. phase }
