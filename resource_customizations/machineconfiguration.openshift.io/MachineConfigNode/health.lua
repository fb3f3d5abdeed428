-- uses: conditions
-- vitals:profiles combined
-- The update of a node of OpenShift. NodeDegraded and Updated decide, and the image
-- sets that are pinned on it.

return (conditions(obj, {
  { "NodeDegraded", True = "Degraded" },
  { "PinnedImageSetsDegraded", True = "Degraded" },
  { "PinnedImageSetsProgressing", True = "Progressing" },
  { "Updated", True = "Healthy", False = "Progressing" },
}))
