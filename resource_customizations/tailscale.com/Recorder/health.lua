-- uses: conditions
-- vitals:profiles combined
-- A recorder of sessions of Tailscale. RecorderReady decides.

return (conditions(obj, {
  { "RecorderReady", True = "Healthy", False = "Degraded" },
}))
