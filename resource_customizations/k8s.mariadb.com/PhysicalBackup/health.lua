-- uses: conditions
-- vitals:profiles combined
-- A physical backup of MariaDB. Complete decides, and its reason.

return (conditions(obj, {
  {
    "Complete", True = "Healthy", False = { Failed = "Degraded", JobFailed = "Degraded" },
    Unknown = { Failed = "Degraded", JobFailed = "Degraded" },
  },
}))
