-- uses: conditions
-- A policy in a RabbitMQ cluster. Ready decides.

return (conditions(obj, {
  kind = "RabbitMQ policy",
  otherwise = "Unknown",
  says = "RabbitMQ policy has no status yet",
  observed = "success",
  { "Ready", False = "Degraded", before = "RabbitMQ policy is not ready: " },
  { "Ready", True = "Healthy" },
}))
