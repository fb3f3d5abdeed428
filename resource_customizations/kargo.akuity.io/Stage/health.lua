-- uses: conditions
-- vitals:profiles combined
-- A stage of Kargo. Its conditions decide, in this order.

return (conditions(obj, {
  { "Stalled", True = "Degraded" },
  { "Healthy", False = "Degraded" },
  { "Reconciling", True = "Progressing" },
  { "Promoting", True = "Progressing" },
  { "Verified", False = "Degraded" },
  { "Ready", True = "Healthy", False = "Progressing" },
}))
