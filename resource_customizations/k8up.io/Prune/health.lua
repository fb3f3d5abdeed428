-- uses: conditions
-- vitals:profiles combined
-- A clean-up of a repository of K8up. Completed decides, and its reason says how it ended.

return (conditions(obj, {
  { "Completed", True = { "Degraded", Succeeded = "Healthy", [""] = "Healthy" } },
}))
