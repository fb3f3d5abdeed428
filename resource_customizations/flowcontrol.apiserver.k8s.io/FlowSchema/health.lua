-- uses: conditions
-- vitals:profiles combined
-- Which requests have which priority. Dangling reports whether the priority level is missing.

return (conditions(obj, {
  { "Dangling", True = "Degraded", False = "Healthy" },
}))
