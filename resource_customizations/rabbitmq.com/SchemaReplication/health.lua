-- uses: conditions
-- vitals:profiles combined
-- The replication of a schema of a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  observed = "success",
  { "Ready", False = "Degraded", True = "Healthy" },
}))
