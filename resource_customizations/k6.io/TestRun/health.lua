-- uses: phases
-- vitals:profiles combined
-- A load test of k6. Its stage decides.

return (phases(obj, {
  field = "stage",
  because = "TestRunRunning",
  Healthy = { "finished", "stopped" },
  Progressing = { "initialization", "initialized", "created", "started" },
  Degraded = { "error" },
}))
