-- uses: conditions
-- vitals:profiles combined
-- Pipelines of Open Data Hub. Ready decides.

return (conditions(obj, {
  waiting = "Waiting for the pipelines",
  {
    "Ready", True = "Healthy", False = { "Progressing", FailingToDeploy = "Degraded",
    UnsupportedVersion = "Degraded" },
  },
}))
