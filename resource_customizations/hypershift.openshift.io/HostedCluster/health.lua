-- uses: conditions
-- vitals:profiles combined
-- A cluster whose control plane is hosted. Available, Progressing and Degraded decide, after what
-- only another spec can mend.

return (conditions(obj, {
  { "ReconciliationActive", False = "Suspended" },
  { "ValidConfiguration", False = "Degraded" },
  { "SupportedHostedCluster", False = "Degraded" },
  { "ValidReleaseImage", False = "Degraded" },
  { "PlatformCredentialsFound", False = "Degraded" },
  { "ValidHostedControlPlaneConfiguration", False = "Degraded" },
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Progressing" },
}))
