-- uses: conditions
-- A service that Proclaim advertises by DNS-SD. Adopted, Advertised and Discoverable decide.

return (conditions(obj, {
  { "Adopted", False = "Degraded" },
  { "Advertised", False = "Degraded" },
  {
    "Discoverable", True = "Healthy", False = { DiscoveryError = "Unknown" },
    Unknown = { DiscoveryError = "Unknown" },
  },
}))
