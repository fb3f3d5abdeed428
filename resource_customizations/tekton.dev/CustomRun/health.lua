-- uses: conditions
-- vitals:profiles combined
-- A run of a custom task of Tekton: Succeeded decides.

return (conditions(obj, {
  kind = "CustomRun to start",
  { "Succeeded", True = "Healthy", False = "Degraded" },
}))
