-- uses: phases
-- vitals:profiles combined
-- What a component of MetalLB made of the configuration. The result decides.

return (phases(obj, {
  kind = "The configuration",
  field = "result",
  message = { "lastError" },
  Healthy = { "Valid" },
  Degraded = { "Invalid" },
  Unknown = { "Unknown" },
}))
