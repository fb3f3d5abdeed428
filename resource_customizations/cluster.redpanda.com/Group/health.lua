-- uses: conditions
-- vitals:profiles combined
-- Rights of a group of Redpanda. Synced decides.

return (conditions(obj, {
  { "Synced", True = "Healthy", False = "Degraded" },
}))
