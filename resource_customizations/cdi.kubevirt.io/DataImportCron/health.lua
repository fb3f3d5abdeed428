-- uses: conditions
-- vitals:profiles combined
-- Images that are imported on a schedule. UpToDate decides.

return (conditions(obj, {
  {
    "UpToDate", True = "Healthy", False = { "Degraded", ImportScheduled = "Progressing",
    ImportProgressing = "Progressing", NoImport = "Progressing", Outdated = "Progressing",
    NoDigest = "Progressing" },
  },
}))
