-- uses: conditions
-- vitals:profiles combined
-- The console for the flows of Calico. Ready, Progressing and Degraded decide.

return (conditions(obj, {
  kind = "Whisker",
  {
    "Degraded", True = { "Degraded", ResourceNotReady = "Progressing" },
    says = "Whisker is degraded",
  },
  { "Progressing", True = "Progressing", says = "Whisker is progressing" },
  { "Ready", True = "Healthy", says = "Whisker is available" },
  { "Ready", False = "Progressing", says = "Whisker is not available" },
}))
