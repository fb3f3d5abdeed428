-- uses: conditions
-- An alert of Coralogix: RemoteSynced reports whether Coralogix has it as it is specified.

return (conditions(obj, {
  waiting = "Waiting for Alert to be synced",
  { "RemoteSynced", True = "Healthy", False = "Degraded" },
}))
