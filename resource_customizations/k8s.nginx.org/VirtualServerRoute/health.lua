-- uses: phases
-- vitals:profiles combined
-- A route of a virtual server of NGINX Ingress Controller. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "message" },
  Healthy = { "Valid" },
  Degraded = { "Warning", "Invalid" },
}))
