-- uses: conditions
-- vitals:profiles combined
-- Secrets of Infisical. What it loaded and synced decides.

return (conditions(obj, {
  { "secrets.infisical.com/LoadedInfisicalToken", False = "Degraded" },
  { "secrets.infisical.com/ReadyToSyncSecrets", False = "Degraded" },
  { "secrets.infisical.com/AutoRedeployReady", False = "Degraded" },
  { "secrets.infisical.com/ReadyToSyncSecrets", True = "Healthy" },
}))
