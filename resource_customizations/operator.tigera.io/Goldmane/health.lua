-- uses: conditions
-- vitals:profiles combined
-- What collects the flows of Calico. Ready, Progressing and Degraded decide.

return (conditions(obj, {
  kind = "Goldmane",
  {
    "Degraded", True = { "Degraded", ResourceNotReady = "Progressing" },
    says = "Goldmane is degraded",
  },
  { "Progressing", True = "Progressing", says = "Goldmane is progressing" },
  { "Ready", True = "Healthy", says = "Goldmane is available" },
  { "Ready", False = "Progressing", says = "Goldmane is not available" },
}))
