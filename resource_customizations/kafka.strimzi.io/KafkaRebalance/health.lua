-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- A rebalance of a Kafka cluster of Strimzi: a proposal is made, waits for approval, and is
-- carried out. The type of the condition that is True decides.

-- What the types mean; of several, such as Warning beside them, one of these is True.
local states = {
  NotReady = "Degraded", PendingProposal = "Progressing", ProposalReady = "Suspended",
  Ready = "Healthy", Rebalancing = "Progressing", ReconciliationPaused = "Suspended",
  Stopped = "Suspended",
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KafkaRebalance" }
end
local said = "Waiting for KafkaRebalance"
for _, element in ipairs(map(status.conditions)) do
  local found = map(element)
  local state = states[text(found.type, "")]
  if found.type == "Ready" and found.status == "False" then
    said = explain(found, "KafkaRebalance is not ready")
  end
  if state ~= nil and found.status == "True" then
    return { status = state, message = explain(found, "KafkaRebalance is " .. found.type) }
  end
end
return { status = "Progressing", message = said }
