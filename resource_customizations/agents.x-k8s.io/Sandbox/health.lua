-- uses: conditions
-- vitals:profiles combined
-- A sandbox of an agent. Ready decides; one without replicas sleeps.

return (conditions(obj, {
  resting = { { "replicas", 0, "is scaled to zero" } },
  { "Ready", True = "Healthy", False = { "Progressing", SandboxExpired = "Suspended" } },
}))
