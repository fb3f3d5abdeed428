-- uses: conditions
-- vitals:profiles combined
-- Every kind of mlops.seldon.io: models, servers, pipelines and experiments of Seldon Core 2.
-- Ready decides.

return (conditions(obj, {
  waiting = "Waiting for the object",
  without = { SeldonConfig = true, ServerConfig = true },
  { "Ready", absent = "Progressing", says = "Waiting for the object" },
  { "Ready", True = "Healthy", says = "It is ready" },
  {
    "Ready", False = { ModelFailed = "Degraded", ScheduleFailed = "Degraded",
    PipelineFailed = "Degraded", ModelTerminateFailed = "Degraded" }, says = "It is not ready",
  },
}))
