-- uses: map, text, is_stale
-- vitals:profiles combined
-- Another cluster of Redis Enterprise. Its status decides.

local states = { Active = "Healthy", Error = "Degraded" }

local status = map(obj.status)

local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for RedisEnterpriseRemoteCluster" }
end
return {
  status = states[state] or "Progressing",
  message = "RedisEnterpriseRemoteCluster is " .. state,
}
