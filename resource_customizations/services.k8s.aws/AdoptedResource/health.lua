-- uses: conditions
-- vitals:profiles combined
-- A resource of AWS that an ACK controller takes over. ACK.Adopted decides; ACK.Terminal ends it.

return (conditions(obj, {
  { "ACK.Terminal", True = "Degraded" },
  { "ACK.Adopted", True = "Healthy", False = "Progressing" },
  { "ACK.Recoverable", True = "Progressing" },
}))
