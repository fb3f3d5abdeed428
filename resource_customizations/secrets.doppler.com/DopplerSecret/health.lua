-- uses: conditions
-- vitals:profiles combined
-- Secrets of Doppler. SecretSyncReady decides.

return (conditions(obj, {
  { "secrets.doppler.com/SecretSyncReady", False = "Degraded" },
  { "secrets.doppler.com/DeploymentReloadReady", False = "Degraded" },
  { "secrets.doppler.com/SecretSyncReady", True = "Healthy" },
}))
