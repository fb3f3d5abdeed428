-- uses: conditions
-- vitals:profiles combined
-- A run of a build of Shipwright. Succeeded decides.

return (conditions(obj, {
  { "Succeeded", True = "Healthy", False = "Degraded", Unknown = "Progressing" },
}))
