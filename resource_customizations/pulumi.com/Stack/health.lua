-- uses: conditions
-- A stack of Pulumi. Stalled, Reconciling and Ready decide.

return (conditions(obj, {
  { "Stalled", True = "Degraded" },
  { "Reconciling", True = "Progressing" },
  { "Ready", True = "Healthy" },
}))
