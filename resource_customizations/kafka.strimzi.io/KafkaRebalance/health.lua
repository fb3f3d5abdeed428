-- vitals:profiles combined
-- A rebalance of a Kafka cluster of Strimzi: a proposal is made, waits for approval, and is
-- carried out. The type of the condition that is True decides.

-- What the types mean; of several, such as Warning beside them, one of these is True.
local states = {
  NotReady = "Degraded", PendingProposal = "Progressing", ProposalReady = "Suspended",
  Ready = "Healthy", Rebalancing = "Progressing", ReconciliationPaused = "Suspended",
  Stopped = "Suspended",
}

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KafkaRebalance" }
end
for _, element in ipairs(map(status.conditions)) do
  local found = map(element)
  local state = states[text(found.type, "")]
  if state ~= nil and found.status == "True" then
    return { status = state, message = explain(found, "KafkaRebalance is " .. found.type) }
  end
end
return { status = "Progressing", message = "Waiting for KafkaRebalance" }
