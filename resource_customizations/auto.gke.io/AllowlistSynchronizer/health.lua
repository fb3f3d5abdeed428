-- uses: conditions
-- vitals:profiles combined
-- What installs allowlists of partners in GKE Autopilot. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
