-- uses: conditions
-- A bus of Argo Events: Deployed and Configured must both be True.

return (conditions(obj, {
  otherwise = "Healthy",
  says = "EventBus is deployed",
  { "Deployed", "Configured", False = "Degraded" },
  {
    "Deployed", "Configured", False = "Progressing", Unknown = "Progressing",
    absent = "Progressing", says = "Waiting for EventBus",
  },
  { "Deployed", True = "Healthy", says = "EventBus is deployed" },
}))
