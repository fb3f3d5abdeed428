-- uses: conditions
-- vitals:profiles combined
-- An action on a baseboard management controller. Failed and Completed decide.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Completed", True = "Healthy" },
}))
