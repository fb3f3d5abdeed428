-- uses: phases
-- A Kafka Connect cluster of Confluent for Kubernetes. Its phase decides.

return (phases(obj, {
  because = "platform.confluent.io/statefulset-available",
  Healthy = { "RUNNING" },
  Progressing = { "PROVISIONING" },
  Degraded = { "ERROR", "FAILED" },
}))
