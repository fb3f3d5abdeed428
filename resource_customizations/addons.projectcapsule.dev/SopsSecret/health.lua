-- uses: conditions
-- Secrets that are decrypted with SOPS. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
