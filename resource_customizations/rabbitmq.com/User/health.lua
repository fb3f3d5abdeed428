-- uses: conditions
-- A user in a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  kind = "RabbitMQ user",
  otherwise = "Unknown",
  says = "RabbitMQ user has no status yet",
  observed = "success",
  { "Ready", False = "Degraded", before = "RabbitMQ user is not ready: " },
  { "Ready", True = "Healthy" },
}))
