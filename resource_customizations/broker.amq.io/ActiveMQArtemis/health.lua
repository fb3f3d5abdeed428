-- uses: conditions
-- vitals:profiles combined
-- A broker of ActiveMQ Artemis. Valid and then Ready decide.

return (conditions(obj, {
  { "Valid", False = "Degraded" },
  { "BrokerPropertiesApplied", False = "Progressing" },
  { "JaasPropertiesApplied", False = "Progressing" },
  { "Deployed", False = "Progressing" },
  { "Ready", True = "Healthy", False = "Progressing" },
}))
