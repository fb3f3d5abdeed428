-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A CockroachDB cluster. clusterStatus decides; operatorActions say what failed.

local states = {
  Running = "Healthy", Finished = "Healthy", Starting = "Progressing", Unknown = "Unknown",
  Failed = "Degraded",
}

local status = map(obj.status)

local clusterStatus = text(status.clusterStatus, "")
if is_stale(obj, status.observedGeneration) or clusterStatus == "" then
  return waits("Waiting for CrdbCluster", clusterStatus)
end
local message = "CrdbCluster is " .. clusterStatus
if clusterStatus == "Failed" then
  for _, entry in ipairs(map(status.operatorActions)) do
    local action = map(entry)
    if action.status == "Failed" then
      message = message .. ": " .. text(action.message, text(action.type, "an action failed"))
      break
    end
  end
end
return { status = states[clusterStatus] or "Progressing", message = message }
