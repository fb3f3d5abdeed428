-- uses: phases
-- vitals:profiles combined
-- An application of Open Cluster Management. Its phase decides.

return (phases(obj, {
  message = { "reason", "message" },
  Healthy = { "Propagated", "Subscribed" },
  Progressing = { "PreHookSucessful", "PreHookSucceeded" },
  Degraded = { "Failed", "PropagationFailed" },
}))
