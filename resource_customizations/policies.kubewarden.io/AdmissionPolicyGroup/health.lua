-- uses: phases
-- vitals:profiles combined
-- Policies of Kubewarden for a namespace. policyStatus decides.

return (phases(obj, {
  kind = "The policy",
  field = "policyStatus",
  because = "PolicyActive",
  Healthy = { "active" },
  Progressing = { "pending", "scheduled", "unscheduled" },
  Degraded = { "unschedulable" },
}))
