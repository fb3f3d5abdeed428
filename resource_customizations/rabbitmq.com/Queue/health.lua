-- uses: conditions
-- A queue in a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  kind = "RabbitMQ queue",
  otherwise = "Unknown",
  says = "RabbitMQ queue has no status yet",
  observed = "success",
  { "Ready", False = "Degraded", before = "RabbitMQ queue is not ready: " },
  { "Ready", True = "Healthy" },
}))
