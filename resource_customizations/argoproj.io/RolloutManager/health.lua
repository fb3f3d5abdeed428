-- uses: phases
-- vitals:profiles combined
-- Argo Rollouts, by its operator. Its phase decides.

return (phases(obj, {
  kind = "Argo Rollouts",
  because = "Reconciled",
  Healthy = { "Available" },
  Progressing = { "Pending" },
  Degraded = { "Failure" },
  Unknown = { "Unknown" },
}))
