-- uses: conditions
-- vitals:profiles combined
-- Every kind of eventing.keda.sh: what sends the events of KEDA. Active decides.

return (conditions(obj, {
  waiting = "Waiting for the object",
  { "Active", True = "Healthy", False = "Degraded" },
}))
