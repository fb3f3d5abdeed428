-- uses: conditions
-- A run of a pipeline of Tekton: Succeeded decides. A pending one waits to be started.

return (conditions(obj, {
  waiting = "Waiting for PipelineRun to start",
  resting = { { "status", "PipelineRunPending", "is pending until it is started" } },
  { "Succeeded", absent = "Progressing", True = "Healthy", False = "Degraded" },
}))
