-- uses: map, text, is_stale
-- vitals:profiles combined
-- A restore of a PostgreSQL cluster of Percona. Its state decides.

local states = {
  Succeeded = "Healthy", New = "Progressing", Starting = "Progressing", Running = "Progressing",
  Failed = "Degraded", Error = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for PerconaPGRestore" }
end
return { status = states[state] or "Progressing", message = "PerconaPGRestore is " .. state }
