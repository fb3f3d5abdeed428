-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A vertical autoscaler. RecommendationProvided decides; NoPodsMatched and ConfigUnsupported
-- say why there is none.

local status = map(obj.status)

local recommendationProvided = condition(obj, "RecommendationProvided")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for VerticalPodAutoscaler" }
end
for _, name in ipairs({ "ConfigUnsupported" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if recommendationProvided.status == "True" then
  return {
    status = "Healthy",
    message = text(recommendationProvided.message, "A recommendation is given"),
  }
end
local unmatched = condition(obj, "NoPodsMatched")
if unmatched.status == "True" then
  return { status = "Progressing", message = explain(unmatched, "No pods match") }
end
return {
  status = "Progressing",
  message = explain(recommendationProvided, "Waiting for VerticalPodAutoscaler"),
}
