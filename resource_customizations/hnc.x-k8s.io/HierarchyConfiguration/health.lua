-- uses: conditions
-- vitals:profiles combined
-- The parent of a namespace. Problems are conditions that are True.

return (conditions(obj, {
  otherwise = "Healthy",
  says = "The hierarchy has no problem",
  { "ActivitiesHalted", True = "Degraded" },
  { "BadConfiguration", True = "Degraded" },
}))
