-- uses: conditions
-- vitals:profiles combined
-- A source of events of Argo Events: SourcesProvided and Deployed must all be True.

return (conditions(obj, {
  otherwise = "Healthy",
  says = "EventSource is deployed",
  { "SourcesProvided", "Deployed", False = "Degraded" },
  {
    "SourcesProvided", "Deployed", False = "Progressing", Unknown = "Progressing",
    absent = "Progressing", says = "Waiting for EventSource",
  },
  { "Deployed", True = "Healthy", says = "EventSource is deployed" },
}))
