-- uses: conditions
-- vitals:profiles combined
-- A cluster of OpenShift that Hive installs. What has failed comes first, then hibernation, then
-- whether it is provisioned.

return (conditions(obj, {
  { "ProvisionStopped", True = "Degraded" },
  { "ClusterInstallFailed", True = "Degraded" },
  { "DeprovisionLaunchError", True = "Degraded" },
  { "AuthenticationFailure", True = "Degraded" },
  { "InstallLaunchError", True = "Degraded" },
  { "InstallerImageResolutionFailed", True = "Degraded" },
  { "RelocationFailed", True = "Degraded" },
  { "AWSPrivateLinkFailed", True = "Degraded" },
  { "Provisioned", False = { DeprovisionFailed = "Degraded", ProvisionStopped = "Degraded" } },
  {
    "Hibernating", True = { "Progressing", FailedToStop = "Degraded", FailedToStart = "Degraded",
    Hibernating = "Suspended" }, False = { FailedToStop = "Degraded", FailedToStart = "Degraded" },
  },
  { "Unreachable", True = "Degraded" },
  { "SyncSetFailed", True = "Degraded" },
  { "ProvisionFailed", True = "Progressing" },
  { "Provisioned", True = "Healthy" },
  { "DNSNotReady", True = "Progressing" },
  { "Provisioned", False = "Progressing" },
}))
