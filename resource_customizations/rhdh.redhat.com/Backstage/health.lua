-- uses: conditions
-- vitals:profiles combined
-- A Backstage of Red Hat Developer Hub. Deployed decides.

return (conditions(obj, {
  { "Deployed", True = "Healthy", False = { "Degraded", DeployInProgress = "Progressing" } },
}))
