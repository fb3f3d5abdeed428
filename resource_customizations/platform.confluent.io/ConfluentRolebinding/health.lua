-- uses: phases
-- vitals:profiles combined
-- A role binding of Confluent for Kubernetes. appState decides.

return (phases(obj, {
  field = "appState",
  Healthy = { "Created" },
  Progressing = { "Unknown", "Deleted" },
  Degraded = { "Failed" },
}))
