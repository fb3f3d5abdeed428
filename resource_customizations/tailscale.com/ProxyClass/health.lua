-- uses: conditions
-- vitals:profiles combined
-- Settings of proxies of Tailscale. ProxyClassReady decides.

return (conditions(obj, {
  { "ProxyClassReady", True = "Healthy", False = "Degraded" },
}))
