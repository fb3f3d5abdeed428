-- uses: conditions
-- An external secret is healthy once its Secret was synced: Ready is True.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
