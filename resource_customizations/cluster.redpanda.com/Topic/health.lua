-- uses: conditions
-- vitals:profiles combined
-- A topic of Redpanda. Ready decides.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { "Degraded", NotReady = "Progressing",
    Progressing = "Progressing", WaitingForRollout = "Progressing" },
  },
}))
