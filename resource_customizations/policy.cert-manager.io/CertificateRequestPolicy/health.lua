-- uses: conditions
-- vitals:profiles combined
-- A policy for requests for certificates. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
