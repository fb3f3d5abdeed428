-- uses: conditions
-- vitals:profiles combined
-- An installation of Calico by the Tigera operator. Ready, Progressing and Degraded decide.

return (conditions(obj, {
  kind = "Calico",
  {
    "Degraded", True = { "Degraded", ResourceNotReady = "Progressing" },
    says = "Calico is degraded",
  },
  { "Progressing", True = "Progressing", says = "Calico is progressing" },
  { "Ready", True = "Healthy", says = "Calico is available" },
  { "Ready", False = "Progressing", says = "Calico is not available" },
}))
