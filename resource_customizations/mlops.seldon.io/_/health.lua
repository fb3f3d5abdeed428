-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Every kind of mlops.seldon.io: models, servers, pipelines and experiments of Seldon Core 2.
-- Ready decides.

-- Reasons that need help.
local failures = {
  ModelFailed = true, ScheduleFailed = true, PipelineFailed = true, ModelTerminateFailed = true,
}

-- Kinds that have no status.
local without = { SeldonConfig = true, ServerConfig = true }

local status = map(obj.status)

local kind = text(obj.kind, "")
if without[kind] then
  return { status = "Healthy", message = kind .. " has no status" }
end
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for the object", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "It is ready") }
end
if ready.status == "False" and failures[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "It is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for the object") }
