-- uses: map, text, is_stale
-- vitals:profiles combined
-- A queue of Volcano. Its state says whether it takes jobs.

local states = {
  Open = "Healthy", Closed = "Suspended", Closing = "Progressing", Unknown = "Unknown",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Queue" }
end
return { status = states[state] or "Progressing", message = "Queue is " .. state }
