-- uses: conditions
-- A Keycloak of the Keycloak Operator. HasErrors, RollingUpdate and Ready decide.

return (conditions(obj, {
  waiting = "Waiting for Keycloak status conditions to exist",
  { "Ready", absent = "Progressing" },
  { "HasErrors", True = "Degraded", before = "Has Errors: " },
  { "RollingUpdate", True = "Progressing" },
  { "Ready", True = "Healthy" },
}))
