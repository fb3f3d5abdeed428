-- uses: phases
-- vitals:profiles combined
-- Settings that Elastic Cloud on Kubernetes applies to clusters. Its phase decides.

return (phases(obj, {
  Healthy = { "Ready" },
  Progressing = { "ApplyingChanges" },
  Degraded = { "Error", "Invalid", "Conflict" },
}))
