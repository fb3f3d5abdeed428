-- uses: conditions
-- vitals:profiles combined
-- A build of an operating system for nodes. Its conditions decide, in this order.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Interrupted", True = "Suspended" },
  { "Succeeded", True = "Healthy" },
  { "Building", True = "Progressing" },
  { "Prepared", True = "Progressing" },
}))
