-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A database of Redis Enterprise. Its status decides; specStatus says whether the
-- specification is valid.

local states = {
  active = "Healthy", pending = "Progressing", ["active-change-pending"] = "Progressing",
  ["delete-pending"] = "Progressing", ["import-pending"] = "Progressing",
  recovery = "Progressing", ["creation-failed"] = "Degraded",
}

local status = map(obj.status)

if status.specStatus == "Invalid" and not is_stale(obj, status.observedGeneration) then
  return { status = "Degraded", message = "The specification is not valid" }
end
local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for RedisEnterpriseDatabase", state)
end
return { status = states[state] or "Progressing", message = "RedisEnterpriseDatabase is " .. state }
