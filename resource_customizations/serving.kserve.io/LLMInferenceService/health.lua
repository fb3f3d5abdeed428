-- uses: conditions
-- A large language model that is served. Ready decides, and the other conditions say why not.
-- Facts: kserve/kserve, pkg/apis/serving/v1alpha2/llm_inference_service_lifecycle.go and
-- pkg/controller/v1alpha2/llmisvc: reasons are those of the Deployment or LeaderWorkerSet.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", Unknown = { "Progressing", Stopped = "Suspended" },
    False = {
      "Degraded", Stopped = "Suspended", MinimumReplicasUnavailable = "Progressing",
      Progressing = "Progressing", GroupsProgressing = "Progressing",
      GroupsUpdating = "Progressing", WaitingForHTTPRoute = "Progressing",
    },
  },
}))
