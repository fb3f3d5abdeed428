-- uses: phases
-- vitals:profiles combined
-- A schedule of Spark applications. scheduleState says whether it is valid; it can be
-- suspended.

return (phases(obj, {
  paused = "suspend",
  field = "scheduleState",
  message = { "reason" },
  Healthy = { "Scheduled" },
  Degraded = { "FailedValidation" },
}))
