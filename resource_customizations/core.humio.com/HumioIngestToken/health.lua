-- uses: phases
-- An ingest token of LogScale: its state decides. NotFound says that LogScale does not have it.

return (phases(obj, {
  waiting = "Update in progress",
  words = "Component state: ",
  field = "state",
  Healthy = { "Exists" },
  Degraded = { "ConfigError" },
  Missing = { "NotFound" },
  Unknown = { "Unknown" },
}))
