local answers = {
  [""] = "Progressing",
  Creating = "Progressing",
  Updating = "Progressing",
  Running = "Healthy",
  UpdateFailed = "Degraded",
  SyncFailed = "Degraded",
  CreateFailed = "Degraded",
  Invalid = "Degraded",
}

local status = obj.status or {}
local phase = status.PostgresClusterStatus or ""

return {
  status = answers[phase] or "Unknown",
  message = phase == "" and "The operator has not seen the cluster yet" or ("Cluster is " .. phase),
}
