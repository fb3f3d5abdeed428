-- uses: conditions
-- vitals:profiles combined
-- A permission for topics of a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  observed = "success",
  { "Ready", False = "Degraded", True = "Healthy" },
}))
