-- uses: conditions
-- vitals:profiles combined
-- Where the logs of an OpenShift cluster go. Ready decides.
-- Facts: openshift/cluster-logging-operator, internal/controller/observability/
-- clusterlogforwarder_controller.go.

return (conditions(obj, {
  managed = "managementState",
  { "Ready", True = "Healthy", False = { "Degraded", ManagementStateUnmanaged = "Suspended" } },
}))
