-- uses: conditions
-- vitals:profiles combined
-- Proxies of Tailscale. ProxyGroupReady decides.

return (conditions(obj, {
  { "ProxyGroupReady", absent = "Progressing", says = "Waiting for ProxyGroup" },
  { "ProxyGroupReady", True = "Healthy", says = "ProxyGroup is ready" },
  {
    "ProxyGroupReady", True = { ProxyGroupCreationFailed = "Degraded",
    ProxyGroupInvalid = "Degraded" }, False = { ProxyGroupCreationFailed = "Degraded",
    ProxyGroupInvalid = "Degraded" }, Unknown = { ProxyGroupCreationFailed = "Degraded",
    ProxyGroupInvalid = "Degraded" }, says = "ProxyGroup has failed",
  },
}))
