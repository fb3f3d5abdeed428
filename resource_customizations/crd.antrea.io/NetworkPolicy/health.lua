-- uses: phases_after
-- vitals:profiles combined
-- A network policy of Antrea. Its phase decides, and Realizable whether it can be realized at all.

return (phases_after(obj, {
  { "Realizable", False = "Degraded", says = "NetworkPolicy cannot be realized" },
  because = "RealizationFailure",
  Healthy = { "Realized" },
  Progressing = { "Pending", "Realizing" },
  Degraded = { "Failed" },
}))
