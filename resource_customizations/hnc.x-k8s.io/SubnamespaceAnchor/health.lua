-- uses: map, text, is_stale
-- vitals:profiles combined
-- A namespace below another one. Its state decides.

local states = {
  Ok = "Healthy", Missing = "Progressing", Conflict = "Degraded", Forbidden = "Degraded",
}

local status = map(obj.status)

local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for SubnamespaceAnchor" }
end
return { status = states[state] or "Progressing", message = "SubnamespaceAnchor is " .. state }
