-- uses: conditions
-- A class of gateways: Accepted reports whether its controller takes it.

return (conditions(obj, {
  kind = "GatewayClass status",
  {
    "Accepted", True = "Healthy", False = { "Degraded", Pending = "Progressing",
    Waiting = "Progressing" },
  },
}))
