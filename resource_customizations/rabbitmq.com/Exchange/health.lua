-- uses: conditions
-- A exchange in a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  kind = "RabbitMQ exchange",
  otherwise = "Unknown",
  says = "RabbitMQ exchange has no status yet",
  observed = "success",
  { "Ready", False = "Degraded", before = "RabbitMQ exchange is not ready: " },
  { "Ready", True = "Healthy" },
}))
