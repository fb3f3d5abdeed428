-- uses: conditions
-- A part of a pool of resources. Ready decides; until it is bound it waits for a pool.

return (conditions(obj, {
  { "Ready", False = "Degraded" },
  { "Bound", False = "Suspended" },
  { "Ready", True = "Healthy" },
}))
