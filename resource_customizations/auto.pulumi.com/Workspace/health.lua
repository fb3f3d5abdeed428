-- uses: conditions
-- vitals:profiles combined
-- A pod in which Pulumi works. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Progressing", Unknown = "Progressing" },
}))
