-- uses: conditions
-- vitals:profiles combined
-- What Karmada applies to a member cluster. Applied decides.

return (conditions(obj, {
  paused = "suspendDispatching",
  { "Applied", True = "Healthy", False = "Degraded" },
}))
