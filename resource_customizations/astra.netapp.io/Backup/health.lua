-- uses: phases
-- A backup of an application: its state decides, and conditions say what it waits for.

return (phases(obj, {
  field = "state",
  because = "not_true",
  message = { "error" },
  Healthy = { "Completed" },
  Progressing = { "Pending", "Running" },
  Degraded = { "Error", "Failed" },
}))
