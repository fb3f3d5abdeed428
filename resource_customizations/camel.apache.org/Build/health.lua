-- uses: phases
-- vitals:profiles combined
-- A build of Camel K. Its phase decides; error and failure say why.

return (phases(obj, {
  message = { "error", { "failure", "reason" } },
  Healthy = { "Succeeded" },
  Progressing = { "Initialization", "Scheduling", "Pending", "Running" },
  Degraded = { "Failed", "Error", "Interrupted" },
}))
