-- uses: conditions
-- vitals:profiles combined
-- A monitor of Datadog. Whether it could be made decides; alerts of the monitor do not count.

return (conditions(obj, {
  { "Error", True = "Degraded" },
  { "Active", True = "Healthy" },
  { "Created", True = "Healthy" },
}))
