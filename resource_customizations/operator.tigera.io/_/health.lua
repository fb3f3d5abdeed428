-- uses: conditions
-- vitals:profiles combined
-- Every part of Calico that the operator installs. Degraded, Progressing and Ready decide.

return (conditions(obj, {
  waiting = "Waiting for the component",
  without = { ImageSet = true },
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Ready", True = "Healthy", False = "Progressing" },
}))
