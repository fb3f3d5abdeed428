-- uses: map, text, is_stale
-- A cluster of Zalando's Postgres operator: one word says how it is.

local status = map(obj.status)

local health = {
  Running = "Healthy", CreateFailed = "Degraded", AddFailed = "Degraded", UpdateFailed = "Degraded",
  SyncFailed = "Degraded", UpgradeFailed = "Degraded", Invalid = "Degraded",
}

local phase = text(status.PostgresClusterStatus, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for postgresql" }
end
return { status = health[phase] or "Progressing", message = "postgresql is " .. phase }
