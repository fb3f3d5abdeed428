-- uses: conditions
-- A permission in a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  kind = "RabbitMQ permission",
  otherwise = "Unknown",
  says = "RabbitMQ permission has no status yet",
  observed = "success",
  { "Ready", False = "Degraded", before = "RabbitMQ permission is not ready: " },
  { "Ready", True = "Healthy" },
}))
