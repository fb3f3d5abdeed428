-- uses: conditions
-- vitals:profiles combined
-- The DNS records of a gateway, by Kuadrant. Accepted and then Enforced decide; another policy
-- may override this one.

return (conditions(obj, {
  { "Accepted", False = "Degraded" },
  {
    "Enforced", False = { "Degraded", Overridden = "Suspended", AwaitingRecords = "Progressing",
    AwaitingHealthCheck = "Progressing" },
  },
  { "SubResourcesHealthy", False = "Degraded" },
  { "Enforced", True = "Healthy" },
  { "Accepted", True = "Progressing" },
}))
