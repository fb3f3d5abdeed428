-- uses: conditions
-- vitals:profiles combined
-- An authorization service of Kuadrant. Ready decides.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { "Progressing", UnableToCreateServices = "Degraded",
    UnableToCreateDeployment = "Degraded", UnableToCreateLeaderElectionRole = "Degraded",
    UnableToCreatePermission = "Degraded", UnableToCreateServiceAccount = "Degraded",
    UnableToBindingForClusterRole = "Degraded",
    UnableToCreateLeaderElectionRoleBinding = "Degraded", ClusterRoleNotFound = "Degraded",
    UnableToGetClusterRole = "Degraded", UnableToGetServices = "Degraded",
    UnableToGetBindingForClusterRole = "Degraded", UnableToGetServiceAccount = "Degraded",
    UnableToGetLeaderElectionRole = "Degraded", UnableToGetLeaderElectionRoleBinding = "Degraded",
    UnableToGetDeployment = "Degraded", UnableToUpdateDeployment = "Degraded" },
  },
}))
