-- uses: conditions
-- vitals:profiles combined
-- Policies that are brought to clusters one after another. Succeeded, Progressing and what was
-- validated before decide.

return (conditions(obj, {
  { "ClustersSelected", False = "Degraded" },
  { "Validated", False = "Degraded" },
  { "PrecacheSpecValid", False = "Degraded" },
  { "Succeeded", True = "Healthy", False = "Degraded" },
  { "Progressing", True = "Progressing", False = { "Progressing", NotEnabled = "Suspended" } },
}))
