-- uses: conditions
-- vitals:profiles combined
-- A connection to MariaDB. Ready decides, and its reason.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { Failed = "Degraded", JobFailed = "Degraded" },
    Unknown = { Failed = "Degraded", JobFailed = "Degraded" },
  },
}))
