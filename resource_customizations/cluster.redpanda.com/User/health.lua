-- uses: conditions
-- vitals:profiles combined
-- A user of Redpanda. Synced decides.

return (conditions(obj, {
  { "Synced", True = "Healthy", False = "Degraded" },
}))
