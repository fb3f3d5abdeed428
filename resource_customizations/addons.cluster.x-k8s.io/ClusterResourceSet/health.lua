-- uses: conditions
-- Resources for the clusters of a selector: ResourcesApplied reports whether all have them.

return (conditions(obj, {
  waiting = "Waiting for resources to be applied",
  { "ResourcesApplied", True = "Healthy", says = "All resources are applied" },
  {
    "ResourcesApplied", False = { "Degraded", Info = "Progressing" }, by = "severity",
    says = "Failed to apply resources",
  },
}))
