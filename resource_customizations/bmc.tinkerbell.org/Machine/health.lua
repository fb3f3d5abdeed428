-- uses: conditions
-- vitals:profiles combined
-- A baseboard management controller. Whether it can be reached decides.

return (conditions(obj, {
  { "Contactable", True = "Healthy", False = "Degraded" },
}))
