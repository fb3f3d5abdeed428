-- uses: map, text, is_stale, condition, explain
-- A large language model that is served. Ready decides, and the other conditions say why not.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for LLMInferenceService" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "LLMInferenceService is ready") }
end
if ready.reason == "Stopped" then
  return { status = "Suspended", message = "LLMInferenceService is stopped" }
end
local message = explain(ready, "LLMInferenceService is not ready")
return { status = ready.status == "False" and "Degraded" or "Progressing", message = message }
