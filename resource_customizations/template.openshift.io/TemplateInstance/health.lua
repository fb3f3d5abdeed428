-- uses: conditions
-- vitals:profiles combined
-- An instance of a template of OpenShift. Ready and InstantiateFailure decide.

return (conditions(obj, {
  { "InstantiateFailure", True = "Degraded" },
  { "Ready", True = "Healthy", False = "Progressing" },
}))
