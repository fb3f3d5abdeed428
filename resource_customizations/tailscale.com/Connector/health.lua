-- uses: conditions
-- vitals:profiles combined
-- A connector of Tailscale. ConnectorReady decides.

return (conditions(obj, {
  { "ConnectorReady", True = "Healthy", False = "Degraded" },
}))
