-- uses: conditions
-- vitals:profiles combined
-- OpenStack on Kubernetes: control planes, data planes and services. Ready decides; its reason
-- says whether something failed.

return (conditions(obj, {
  waiting = "Waiting for the object",
  without = { NetConfig = true },
  {
    "Ready", True = "Healthy", False = { "Progressing", CreationFailed = "Degraded",
    DeletionFailed = "Degraded", Error = "Degraded" }, Unknown = "Progressing",
  },
}))
