-- uses: conditions
-- vitals:profiles combined
-- Credentials for Kafka, bound for an application. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
