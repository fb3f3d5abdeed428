-- uses: conditions
-- vitals:profiles combined
-- An Application Gateway for Containers. Accepted and then Deployment decide.

return (conditions(obj, {
  { "Accepted", False = "Degraded" },
  { "Deployment", True = { "Healthy", InProgress = "Progressing" }, False = "Degraded" },
  { "Accepted", True = "Progressing" },
}))
