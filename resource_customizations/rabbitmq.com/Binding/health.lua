-- uses: conditions
-- A binding in a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  kind = "RabbitMQ binding",
  otherwise = "Unknown",
  says = "RabbitMQ binding has no status yet",
  observed = "success",
  { "Ready", False = "Degraded", before = "RabbitMQ binding is not ready: " },
  { "Ready", True = "Healthy" },
}))
