-- uses: conditions
-- An API of 3scale that an OpenAPI document describes.

return (conditions(obj, {
  waiting = "Waiting for 3scale OpenAPI status",
  { "Failed", True = "Degraded" },
  { "Invalid", True = "Degraded" },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
