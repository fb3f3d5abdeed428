-- uses: conditions
-- vitals:profiles combined
-- A rate limiter of Kuadrant. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Progressing", Unknown = "Progressing" },
}))
