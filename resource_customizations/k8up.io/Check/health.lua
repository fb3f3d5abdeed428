-- uses: conditions
-- vitals:profiles combined
-- A check of a repository of K8up. Completed decides, and its reason says how it ended.

return (conditions(obj, {
  { "Completed", True = { "Degraded", Succeeded = "Healthy", [""] = "Healthy" } },
}))
