-- uses: conditions
-- vitals:profiles combined
-- A vertical autoscaler. RecommendationProvided decides; NoPodsMatched and ConfigUnsupported
-- say why there is none.

return (conditions(obj, {
  { "ConfigUnsupported", True = "Degraded" },
  { "RecommendationProvided", True = "Healthy" },
  { "NoPodsMatched", True = "Progressing" },
}))
