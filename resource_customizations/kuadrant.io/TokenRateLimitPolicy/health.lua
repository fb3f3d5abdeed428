-- uses: conditions
-- vitals:profiles combined
-- How many tokens the calls of a gateway or a route may use, by Kuadrant. Accepted and then
-- Enforced decide; another policy may override this one.

return (conditions(obj, {
  { "Accepted", False = "Degraded" },
  {
    "Enforced", False = { "Degraded", Overridden = "Suspended" }, Unknown = "Progressing",
    True = "Healthy",
  },
  { "Accepted", True = "Progressing" },
}))
