-- uses: conditions
-- A vhost in a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  kind = "RabbitMQ vhost",
  otherwise = "Unknown",
  says = "RabbitMQ vhost has no status yet",
  observed = "success",
  { "Ready", False = "Degraded", before = "RabbitMQ vhost is not ready: " },
  { "Ready", True = "Healthy" },
}))
