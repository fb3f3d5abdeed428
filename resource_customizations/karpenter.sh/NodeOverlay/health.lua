-- uses: conditions
-- vitals:profiles combined
-- What Karpenter changes in its picture of instance types. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
