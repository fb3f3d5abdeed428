-- uses: conditions
-- vitals:profiles combined
-- What StackRox runs in a cluster that it secures. Irreconcilable and ReleaseFailed report
-- errors, Deployed success.

return (conditions(obj, {
  { "Irreconcilable", True = "Degraded" },
  { "ReleaseFailed", True = "Degraded" },
  { "Deployed", True = "Healthy", False = "Progressing" },
  { "Initialized", True = "Progressing" },
}))
