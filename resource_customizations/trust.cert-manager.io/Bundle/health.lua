-- uses: conditions
-- Certificates of authorities that trust-manager distributes. Synced says whether all
-- namespaces have them.

return (conditions(obj, {
  { "Synced", True = "Healthy", False = "Degraded" },
}))
