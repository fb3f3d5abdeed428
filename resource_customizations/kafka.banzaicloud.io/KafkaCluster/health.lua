-- uses: map, text, is_stale, waits
-- A Kafka cluster of Koperator. Its state, the topic of Cruise Control and the brokers decide.

local failures = {
  GracefulDiskRebalanceCompletedWithError = true, GracefulDownscaleCompletedWithError = true,
  GracefulUpscaleCompletedWithError = true,
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for KafkaCluster", state)
end

local failed = 0
local behind = 0
local first
for id, item in pairs(map(status.brokersState)) do
  local broker = map(item)
  if failures[text(map(broker.gracefulActionState).cruiseControlState, "")] then
    failed = failed + 1
    local name = tostring(id)
    first = (first == nil or name < first) and name or first
  end
  if broker.configurationState ~= "ConfigInSync" then
    behind = behind + 1
  end
end
if failed > 0 then
  local message = tostring(failed) .. " broker(s) with an error of Cruise Control"
  local action = map(map(map(status.brokersState)[first]).gracefulActionState)
  local cause = text(action.errorMessage, tostring(action.cruiseControlState))
  message = message .. ", broker " .. first .. ": " .. cause
  return { status = "Degraded", message = message }
end
if state ~= "ClusterRunning" then
  return { status = "Progressing", message = "KafkaCluster is " .. state }
end
local topic = text(status.cruiseControlTopicStatus, "CruiseControlTopicReady")
if topic ~= "CruiseControlTopicReady" then
  return { status = "Progressing", message = "Waiting for Cruise Control: " .. topic }
end
if behind > 0 then
  local message = tostring(behind) .. " broker(s) without their configuration"
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = "The brokers, Cruise Control and the cluster are healthy" }
