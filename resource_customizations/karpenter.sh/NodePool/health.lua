-- uses: conditions
-- A pool from which Karpenter launches nodes. Ready says whether it may be used.

return (conditions(obj, {
  waiting = "Waiting for NodePool to be ready",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
