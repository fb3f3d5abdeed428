-- uses: map, text, is_stale
-- A MySQL cluster of Percona. Its state decides.

-- Argo CD reports Unknown for a paused cluster, and so does this.
local states = {
  error = "Degraded", initializing = "Progressing", paused = "Unknown", ready = "Healthy",
  stopping = "Progressing",
}

local status = map(obj.status)

-- The state, how many nodes are ready, and which errors the operator lists.
local function describe()
  local message = "Cluster is " .. text(status.state, "in no known state") .. ", "
    .. tostring(tonumber(status.ready) or 0) .. "/" .. tostring(tonumber(status.size) or 0)
    .. " node(s) are ready"
  for _, line in ipairs(map(status.message)) do
    message = message .. "; " .. text(line, "unnamed error")
  end
  return message
end

if is_stale(obj, status.observedGeneration) or status.state == nil then
  return { status = "Progressing", message = "Waiting for PerconaXtraDBCluster" }
end
return { status = states[status.state] or "Unknown", message = describe() }
