-- uses: conditions
-- vitals:profiles combined
-- A sensor of Argo Events: DependenciesProvided, TriggersProvided and Deployed must all be
-- True.

return (conditions(obj, {
  otherwise = "Healthy",
  says = "Sensor is deployed",
  { "DependenciesProvided", "TriggersProvided", "Deployed", False = "Degraded" },
  {
    "DependenciesProvided", "TriggersProvided", "Deployed", False = "Progressing",
    Unknown = "Progressing", absent = "Progressing", says = "Waiting for Sensor",
  },
  { "Deployed", True = "Healthy", says = "Sensor is deployed" },
}))
