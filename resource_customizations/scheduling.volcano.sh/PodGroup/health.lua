-- uses: phases_after
-- vitals:profiles combined
-- A group of Pods that Volcano schedules together. Its phase decides, and Unschedulable says
-- why it waits.

return (phases_after(obj, {
  { "Unschedulable", True = "Progressing" },
  Healthy = { "Running", "Completed" },
  Progressing = { "Inqueue", "Pending", "Unknown" },
}))
