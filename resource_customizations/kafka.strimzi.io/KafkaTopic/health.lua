-- uses: conditions
-- A topic of Strimzi. The conditions Ready and NotReady decide.
-- Facts: strimzi/strimzi-kafka-operator, topic-operator/…/BatchingTopicController.java: Ready is False with the error,
-- Unmanaged is True with the annotation strimzi.io/managed: "false".

return (conditions(obj, {
  observed = "alive",
  { "ReconciliationPaused", True = "Suspended", always = true },
  { "Unmanaged", True = "Suspended" },
  { "NotReady", True = { "Degraded", Creating = "Progressing" } },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
