-- uses: phases
-- vitals:profiles combined
-- Storage of Dell, by its operator. Its state decides.

return (phases(obj, {
  kind = "The storage module",
  field = "state",
  Healthy = { "Succeeded", "Running" },
  Progressing = { "Creating", "Updating" },
  Degraded = { "Failed", "InvalidConfig" },
}))
