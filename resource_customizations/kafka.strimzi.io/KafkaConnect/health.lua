-- uses: conditions
-- A Kafka Connect cluster of Strimzi. The conditions Ready and NotReady decide.
-- Facts: strimzi/strimzi-kafka-operator, operator-common/…/StatusUtils.java: NotReady is written for failures.

return (conditions(obj, {
  observed = "alive",
  { "ReconciliationPaused", True = "Suspended", always = true },
  { "NotReady", True = { "Degraded", Creating = "Progressing" } },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
