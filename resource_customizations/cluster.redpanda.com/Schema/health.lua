-- uses: conditions
-- vitals:profiles combined
-- A schema in the registry of Redpanda. Synced decides.

return (conditions(obj, {
  { "Synced", True = "Healthy", False = "Degraded" },
}))
