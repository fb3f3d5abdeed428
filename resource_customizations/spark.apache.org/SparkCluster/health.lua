-- uses: phases
-- vitals:profiles combined
-- A cluster of Spark, by the operator of Apache Spark. Its current state decides.

return (phases(obj, {
  within = "currentState",
  field = "currentStateSummary",
  message = { "message" },
  Healthy = { "RunningHealthy" },
  Progressing = { "Submitted" },
  Suspended = { "ResourceReleased", "Suspended" },
  Degraded = { "Failed", "SchedulingFailure" },
}))
