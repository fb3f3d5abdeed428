-- uses: conditions
-- vitals:profiles combined
-- A role of Redpanda. Synced decides.

return (conditions(obj, {
  { "Synced", True = "Healthy", False = "Degraded" },
}))
