-- uses: conditions
-- vitals:profiles combined
-- The agent of Open Cluster Management. Available decides; the others say what is degraded.

return (conditions(obj, {
  { "HubConnectionDegraded", True = "Degraded" },
  { "RegistrationDesiredDegraded", True = "Degraded" },
  { "WorkDesiredDegraded", True = "Degraded" },
  { "Applied", False = "Degraded" },
  { "Available", False = "Progressing", True = "Healthy" },
}))
