-- uses: conditions
-- A sealed secret is healthy once the controller could decrypt it: Synced is True.

return (conditions(obj, {
  waiting = "Waiting for Sealed Secret to be decrypted",
  { "Synced", True = "Healthy", False = "Degraded" },
}))
