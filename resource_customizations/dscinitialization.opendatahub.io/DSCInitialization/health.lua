-- uses: phases
-- vitals:profiles combined
-- What Open Data Hub needs in a cluster. The phase decides; ReconcileComplete says why.

return (phases(obj, {
  because = "ReconcileComplete",
  Healthy = { "Ready" },
  Progressing = { "Progressing", "Not Ready", "Deleting" },
  Degraded = { "Error" },
}))
