-- uses: conditions
-- A shovel in a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  kind = "RabbitMQ shovel",
  otherwise = "Unknown",
  says = "RabbitMQ shovel has no status yet",
  observed = "success",
  { "Ready", False = "Degraded", before = "RabbitMQ shovel is not ready: " },
  { "Ready", True = "Healthy" },
}))
