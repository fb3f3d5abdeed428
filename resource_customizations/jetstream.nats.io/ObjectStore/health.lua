-- uses: conditions
-- vitals:profiles combined
-- An object store of NATS JetStream. Ready decides.

return (conditions(obj, {
  observed = "success",
  {
    "Ready", False = { "Degraded", Errored = "Degraded", Finalizing = "Progressing" },
    True = "Healthy",
  },
}))
