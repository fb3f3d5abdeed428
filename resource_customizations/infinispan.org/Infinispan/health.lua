-- uses: conditions
-- vitals:profiles combined
-- A cluster of Infinispan. Its conditions decide, in this order.

return (conditions(obj, {
  { "TLSSecretValid", False = "Degraded" },
  { "Upgrade", True = "Progressing" },
  { "GracefulShutdown", True = "Suspended" },
  { "PreliminaryChecksPassed", False = "Progressing" },
  { "ScalingUp", True = "Progressing" },
  { "ScalingDown", True = "Progressing" },
  { "Stopping", True = "Progressing" },
  { "WellFormed", True = "Healthy", False = "Progressing" },
}))
