-- uses: conditions
-- vitals:profiles combined
-- A library panel of Grafana. LibraryPanelSynchronized says whether all matching instances have
-- it, and NoMatchingInstance whether there are none.

return (conditions(obj, {
  { "InvalidSpec", True = "Degraded" },
  { "NoMatchingInstance", True = "Degraded" },
  { "LibraryPanelSynchronized", True = "Healthy", False = "Degraded" },
}))
