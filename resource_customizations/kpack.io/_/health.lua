-- uses: conditions
-- vitals:profiles combined
-- Images, builders and stores of kpack. Ready decides.

return (conditions(obj, {
  waiting = "Waiting for the object",
  { "Ready", True = "Healthy", False = "Degraded", Unknown = "Progressing" },
}))
