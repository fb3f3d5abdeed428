-- uses: conditions
-- vitals:profiles combined
-- Every kind of resource.streamnative.io: tenants, namespaces and topics of Pulsar. Ready
-- decides, and the policies of a topic.

return (conditions(obj, {
  waiting = "Waiting for the object",
  { "PolicyReady", False = "Degraded" },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
