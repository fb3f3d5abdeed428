-- uses: conditions
-- A set of recording rules of Coralogix: RemoteSynced reports whether Coralogix has it as it is
-- specified.

return (conditions(obj, {
  waiting = "Waiting for RecordingRuleGroupSet to be synced",
  { "RemoteSynced", True = "Healthy", False = "Degraded" },
}))
