-- uses: phases
-- vitals:profiles combined
-- A machine of OpenShift. Its phase decides.

return (phases(obj, {
  message = { "errorMessage" },
  Healthy = { "Running" },
  Progressing = { "Provisioning", "Provisioned", "Deleting" },
  Degraded = { "Failed" },
}))
