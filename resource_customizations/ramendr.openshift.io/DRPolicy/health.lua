-- uses: conditions
-- vitals:profiles combined
-- Between which clusters Ramen replicates. Validated decides.

return (conditions(obj, {
  { "Validated", True = "Healthy", False = "Degraded", Unknown = "Progressing" },
}))
