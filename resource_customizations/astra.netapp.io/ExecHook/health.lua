-- uses: conditions
-- A hook that runs in the containers of an application: enabled or disabled by its
-- specification. It is ready as soon as it exists.

return (conditions(obj, {
  resting = { { "enabled", false, "is disabled" } },
  otherwise = "Healthy",
  says = "ExecHook is enabled",
  { "Ready", False = "Degraded" },
}))
