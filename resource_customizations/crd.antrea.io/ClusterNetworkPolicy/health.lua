-- uses: phases_after
-- vitals:profiles combined
-- A network policy of Antrea. Its phase decides; one that is not realizable needs help.

return (phases_after(obj, {
  { "Realizable", False = "Degraded", says = "It is not realizable" },
  because = "RealizationFailure",
  Healthy = { "Realized" },
  Progressing = { "Pending", "Realizing" },
  Degraded = { "Failed" },
}))
