-- uses: conditions
-- vitals:profiles combined
-- An environment from which hosts boot. ImageCreated decides.

return (conditions(obj, {
  { "ImageCreated", True = "Healthy", False = "Degraded", Unknown = "Progressing" },
}))
