-- uses: conditions
-- vitals:profiles combined
-- An update of a stack of Pulumi. Failed, Complete and Progressing decide.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Complete", True = "Healthy" },
  { "Progressing", True = "Progressing" },
  { "Complete", False = "Progressing" },
}))
