-- uses: conditions
-- vitals:profiles combined
-- Network add-ons for KubeVirt. Available, Progressing and Degraded decide; what starts is not
-- Available either.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = { "Degraded", Startup = "Progressing" } },
}))
