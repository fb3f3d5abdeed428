-- uses: conditions
-- vitals:profiles combined
-- The tuning of a node. Applied and Degraded decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Applied", True = "Healthy", False = "Progressing", Unknown = "Progressing" },
}))
