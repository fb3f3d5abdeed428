-- uses: conditions
-- vitals:profiles combined
-- Every kind of aiven.io: services of Aiven and what is in them. Error reports what is wrong,
-- Running success.

return (conditions(obj, {
  waiting = "Waiting for the object",
  { "Error", True = "Degraded" },
  { "Running", True = "Healthy", False = "Progressing", Unknown = "Progressing" },
  { "Initialized", True = "Progressing" },
}))
