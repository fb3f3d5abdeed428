-- uses: map, text, is_stale
-- vitals:profiles combined
-- What Cilium knows of a Pod's network. Its state decides.

local states = {
  ready = "Healthy", creating = "Progressing", ["waiting-for-identity"] = "Progressing",
  ["not-ready"] = "Progressing", ["waiting-to-regenerate"] = "Progressing",
  regenerating = "Progressing", restoring = "Progressing", disconnecting = "Progressing",
  disconnected = "Progressing", invalid = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for CiliumEndpoint" }
end
return { status = states[state] or "Progressing", message = "CiliumEndpoint is " .. state }
