-- uses: conditions
-- A database in MariaDB. Ready decides, and its reason.

return (conditions(obj, {
  paused = "suspend",
  { "Ready", True = "Healthy", False = { Failed = "Degraded" }, Unknown = { Failed = "Degraded" } },
}))
