-- uses: conditions
-- vitals:profiles combined
-- An installation of Velero by the OADP operator. Reconciled decides.

return (conditions(obj, {
  { "Reconciled", True = "Healthy", False = "Degraded" },
}))
