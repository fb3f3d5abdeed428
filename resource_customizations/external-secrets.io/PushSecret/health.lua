-- uses: conditions
-- A Secret that is pushed to stores: Ready reports whether all of them have it.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
