-- uses: conditions
-- vitals:profiles combined
-- Who may call a host, for Authorino. Ready decides.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { "Degraded", Reconciling = "Progressing",
    Unknown = "Progressing" },
  },
}))
