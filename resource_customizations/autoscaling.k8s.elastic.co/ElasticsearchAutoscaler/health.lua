-- uses: conditions
-- vitals:profiles combined
-- What scales Elasticsearch. Online, Healthy and Active decide.

return (conditions(obj, {
  { "Healthy", False = "Degraded" },
  { "Active", False = "Degraded" },
  { "Online", False = "Progressing" },
  { "Active", True = "Healthy" },
}))
