-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Every kind of operator.cluster.x-k8s.io: a provider of Cluster API. Ready decides.

-- Reasons that need help.
local failures = {
  ComponentsFetchError = true, ComponentsCustomizationError = true, ComponentsPatchError = true,
  ComponentsUpgradeError = true, FetchConfigValidationError = true, IncorrectVersionFormat =
  true, MoreThanOneExists = true, UnknownProvider = true, CAPIVersionIncompatibility = true,
  InvalidGithubTokenError = true, IncorrectCoreProviderNameReason = true, EmptyVersionReason =
  true, ComponentsImageOverrideError = true, OldComponentsDeletionError = true,
  UnsupportedProviderDowngradeReason = true,
}

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for the provider" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "The provider is ready") }
end
if ready.status == "False" and failures[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "The provider is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for the provider") }
