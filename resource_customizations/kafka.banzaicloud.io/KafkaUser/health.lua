-- uses: phases
-- vitals:profiles combined
-- A user of Koperator. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "created" },
}))
