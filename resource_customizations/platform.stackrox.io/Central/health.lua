-- uses: conditions
-- vitals:profiles combined
-- The central services of StackRox. Irreconcilable and ReleaseFailed report errors, Deployed
-- success.

return (conditions(obj, {
  { "Irreconcilable", True = "Degraded" },
  { "ReleaseFailed", True = "Degraded" },
  { "Deployed", True = "Healthy", False = "Progressing" },
  { "Initialized", True = "Progressing" },
}))
