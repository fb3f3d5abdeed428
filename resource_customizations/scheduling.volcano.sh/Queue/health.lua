-- uses: phases
-- vitals:profiles combined
-- A queue of Volcano. Its state says whether it takes jobs.

return (phases(obj, {
  field = "state",
  Healthy = { "Open" },
  Progressing = { "Closing" },
  Suspended = { "Closed" },
  Unknown = { "Unknown" },
}))
