-- uses: phases
-- vitals:profiles combined
-- A policy of Kubewarden for the cluster. policyStatus decides.

return (phases(obj, {
  kind = "The policy",
  field = "policyStatus",
  because = "PolicyActive",
  Healthy = { "active" },
  Progressing = { "pending", "scheduled", "unscheduled" },
  Degraded = { "unschedulable" },
}))
