-- uses: conditions
-- vitals:profiles combined
-- A super stream of a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  observed = "success",
  { "Ready", False = "Degraded", True = "Healthy" },
}))
