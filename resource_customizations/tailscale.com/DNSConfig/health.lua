-- uses: conditions
-- vitals:profiles combined
-- A nameserver for names of Tailscale. NameserverReady decides.

return (conditions(obj, {
  { "NameserverReady", True = "Healthy", False = "Degraded" },
}))
