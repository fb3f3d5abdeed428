-- uses: conditions
-- vitals:profiles combined
-- How Knative scales a revision. Ready decides; without traffic it is scaled to zero.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { "Degraded", NoTraffic = "Healthy" },
    Unknown = "Progressing",
  },
}))
