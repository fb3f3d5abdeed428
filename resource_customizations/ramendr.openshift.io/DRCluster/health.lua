-- uses: conditions
-- vitals:profiles combined
-- A cluster that Ramen protects. Validated decides, and whether it is fenced off.
-- Facts: RamenDR/ramen, internal/controller/drcluster_controller.go and api/v1alpha1/drcluster_types.go.

return (conditions(obj, {
  { "Validated", False = "Degraded" },
  {
    "Fenced", True = { "Suspended", UnfenceError = "Degraded", Unfencing = "Progressing" },
    False = { FenceError = "Degraded", Fencing = "Progressing", Unfencing = "Progressing" },
  },
  { "Clean", False = { CleanError = "Degraded", Cleaning = "Progressing" } },
  { "Validated", True = "Healthy" },
}))
