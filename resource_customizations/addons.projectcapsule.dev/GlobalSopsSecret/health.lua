-- uses: conditions
-- Secrets that are decrypted with SOPS, for all tenants. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
