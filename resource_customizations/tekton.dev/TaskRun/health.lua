-- uses: conditions
-- A run of a task of Tekton: Succeeded decides.

return (conditions(obj, {
  kind = "TaskRun to start",
  { "Succeeded", True = "Healthy", False = "Degraded" },
}))
