-- uses: phases
-- vitals:profiles combined
-- A topic of Koperator. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "created" },
}))
