-- uses: conditions
-- vitals:profiles combined
-- A node of LINSTOR. Whether it is applied, available and configured decides.

return (conditions(obj, {
  { "Applied", False = { "Progressing", Error = "Degraded" } },
  { "Available", False = { "Progressing", Error = "Degraded" }, Unknown = "Progressing" },
  { "Configured", False = { "Progressing", Error = "Degraded" }, True = "Healthy" },
  { "Available", True = "Progressing" },
}))
