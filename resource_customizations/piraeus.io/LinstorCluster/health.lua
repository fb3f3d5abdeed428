-- uses: conditions
-- vitals:profiles combined
-- A LINSTOR cluster of Piraeus. Whether it is applied, available and configured decides.

return (conditions(obj, {
  { "Applied", False = { "Progressing", Error = "Degraded" } },
  { "Available", False = { "Progressing", Error = "Degraded" }, Unknown = "Progressing" },
  { "Configured", False = { "Progressing", Error = "Degraded" }, True = "Healthy" },
  { "Available", True = "Progressing" },
}))
