-- uses: phases_after
-- vitals:profiles combined
-- A Mattermost server. Its state decides; error says what went wrong.

return (phases_after(obj, {
  { "error", field = true, any = "Degraded" },
  field = "state",
  Healthy = { "stable" },
  Progressing = { "ready", "reconciling" },
}))
