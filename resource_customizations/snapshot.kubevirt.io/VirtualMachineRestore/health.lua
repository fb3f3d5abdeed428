-- uses: conditions
-- vitals:profiles combined
-- A virtual machine that is restored. Failure and Ready decide.

return (conditions(obj, {
  { "Failure", True = "Degraded" },
  { "Ready", True = "Healthy" },
  { "Progressing", True = "Progressing" },
  { "Ready", False = "Progressing" },
}))
