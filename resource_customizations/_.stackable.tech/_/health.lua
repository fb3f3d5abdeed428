-- uses: conditions
-- vitals:profiles combined
-- Every product of the Stackable Data Platform. Available decides; Degraded, Stopped and
-- ReconciliationPaused say what is special.

return (conditions(obj, {
  waiting = "Waiting for the product",
  without = {
    AuthenticationClass = true, Listener = true, ListenerClass = true, PodListeners = true,
    S3Bucket = true, S3Connection = true, SecretClass = true, TrustStore = true,
  },
  { "Stopped", True = "Suspended" },
  { "ReconciliationPaused", True = "Suspended" },
  { "Degraded", True = "Degraded" },
  { "Available", True = "Healthy", False = "Progressing" },
}))
