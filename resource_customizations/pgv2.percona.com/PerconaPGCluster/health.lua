-- uses: map, text, is_stale
-- vitals:profiles combined
-- A PostgreSQL cluster of Percona. Its state decides.

local states = {
  ready = "Healthy", initializing = "Progressing", stopping = "Progressing", paused = "Suspended",
  error = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for PerconaPGCluster" }
end
return { status = states[state] or "Progressing", message = "PerconaPGCluster is " .. state }
