-- uses: conditions
-- vitals:profiles combined
-- A control plane of Kong, by its operator. Ready decides; a namespace that grants no watch
-- needs help.

return (conditions(obj, {
  { "WatchNamespaceGrantValid", False = "Degraded" },
  { "Ready", True = "Healthy" },
}))
