-- uses: conditions
-- vitals:profiles combined
-- A build of kpack. Succeeded decides.

return (conditions(obj, {
  { "Succeeded", True = "Healthy", False = "Degraded", Unknown = "Progressing" },
}))
