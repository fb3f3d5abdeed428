-- uses: conditions
-- vitals:profiles combined
-- A part of OpenShift. Degraded, Available and Progressing decide, in this order.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Available", False = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy" },
}))
