-- uses: conditions
-- vitals:profiles combined
-- A policy of the operator of a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  observed = "success",
  { "Ready", False = "Degraded", True = "Healthy" },
}))
