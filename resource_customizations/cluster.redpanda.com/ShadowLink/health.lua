-- uses: conditions
-- vitals:profiles combined
-- A link that copies topics between clusters of Redpanda. Synced decides.

return (conditions(obj, {
  { "Synced", True = "Healthy", False = "Degraded" },
}))
