-- uses: conditions
-- A request for a certificate. Ready decides; Denied and InvalidRequest end it.

return (conditions(obj, {
  { "Denied", True = "Degraded" },
  { "InvalidRequest", True = "Degraded" },
  { "Ready", True = "Healthy", False = { Failed = "Degraded", Denied = "Degraded" } },
}))
