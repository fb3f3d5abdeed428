-- uses: conditions
-- vitals:profiles combined
-- Every kind of operator.cluster.x-k8s.io: a provider of Cluster API. Ready decides.

return (conditions(obj, {
  waiting = "Waiting for the provider",
  {
    "Ready", True = "Healthy", False = { ComponentsFetchError = "Degraded",
    ComponentsCustomizationError = "Degraded", ComponentsPatchError = "Degraded",
    ComponentsUpgradeError = "Degraded", FetchConfigValidationError = "Degraded",
    IncorrectVersionFormat = "Degraded", MoreThanOneExists = "Degraded",
    UnknownProvider = "Degraded", CAPIVersionIncompatibility = "Degraded",
    InvalidGithubTokenError = "Degraded", IncorrectCoreProviderNameReason = "Degraded",
    EmptyVersionReason = "Degraded", ComponentsImageOverrideError = "Degraded",
    OldComponentsDeletionError = "Degraded", UnsupportedProviderDowngradeReason = "Degraded" },
  },
}))
