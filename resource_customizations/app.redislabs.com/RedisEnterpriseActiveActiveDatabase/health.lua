-- uses: map, text, is_stale
-- vitals:profiles combined
-- A database of Redis Enterprise in several clusters. Its status decides.

local states = {
  active = "Healthy", pending = "Progressing", ["active-change-pending"] = "Progressing",
  ["delete-pending"] = "Progressing", ["creation-failed"] = "Degraded", error = "Degraded",
}

local status = map(obj.status)

local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for RedisEnterpriseActiveActiveDatabase" }
end
return {
  status = states[state] or "Progressing",
  message = "RedisEnterpriseActiveActiveDatabase is " .. state,
}
