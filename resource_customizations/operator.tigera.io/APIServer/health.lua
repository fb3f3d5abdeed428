-- uses: conditions
-- vitals:profiles combined
-- Calico's API server. Ready, Progressing and Degraded decide.

return (conditions(obj, {
  kind = "the API server",
  {
    "Degraded", True = { "Degraded", ResourceNotReady = "Progressing" },
    says = "The API server is degraded",
  },
  { "Progressing", True = "Progressing", says = "The API server is progressing" },
  { "Ready", True = "Healthy", says = "The API server is available" },
  { "Ready", False = "Progressing", says = "The API server is not available" },
}))
