-- uses: phases
-- vitals:profiles combined
-- A Mattermost server. Its state decides; error says what went wrong.

return (phases(obj, {
  { field = "error", any = "Degraded" },
  field = "state",
  Healthy = { "stable" },
  Progressing = { "ready", "reconciling" },
}))
