-- uses: phases
-- vitals:profiles combined
-- A replica set of MongoDB Community. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Running" },
  Progressing = { "Pending" },
  Degraded = { "Failed" },
}))
