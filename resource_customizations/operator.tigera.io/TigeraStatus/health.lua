-- uses: conditions
-- vitals:profiles combined
-- What the Tigera operator reports of one component of Calico: Available, Progressing and
-- Degraded.

return (conditions(obj, {
  waiting = "Waiting for the component",
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Progressing" },
}))
