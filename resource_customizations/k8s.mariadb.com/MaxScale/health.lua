-- uses: conditions
-- vitals:profiles combined
-- A MaxScale in front of MariaDB. Ready decides, and its reason.

return (conditions(obj, {
  paused = "suspend",
  {
    "Ready", True = "Healthy", False = { Failed = "Degraded", JobFailed = "Degraded" },
    Unknown = { Failed = "Degraded", JobFailed = "Degraded" },
  },
}))
