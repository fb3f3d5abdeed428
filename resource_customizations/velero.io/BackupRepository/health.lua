-- uses: phases
-- vitals:profiles combined
-- A repository of Velero for the data of volumes. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Ready" },
  Progressing = { "New" },
  Degraded = { "NotReady" },
}))
