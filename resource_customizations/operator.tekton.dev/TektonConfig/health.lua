-- uses: conditions
-- vitals:profiles combined
-- An installation of Tekton by its operator. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
  { "Ready", False = "Progressing" },
}))
