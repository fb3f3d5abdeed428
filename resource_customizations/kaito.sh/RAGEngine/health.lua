-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A retrieval engine of KAITO. RAGEngineSucceeded decides; the other conditions say what went
-- wrong.

-- Reasons that do not pass by themselves.
local failures = {
  ragengineResourceStatusFailed = true, RAGEngineServiceStatusFailed = true,
  ragengineFailed = true,
}

local status = map(obj.status)

local succeeded = condition(obj, "RAGEngineSucceeded")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for RAGEngine", explain(succeeded, ""))
end
for _, name in ipairs({ "ResourceReady", "ServiceReady", "RAGEngineSucceeded" }) do
  local found = condition(obj, name)
  if found.status == "False" and failures[text(found.reason, "")] then
    return { status = "Degraded", message = name .. ": " .. explain(found, "False") }
  end
end
if succeeded.status == "True" then
  return { status = "Healthy", message = text(succeeded.message, "RAGEngine is ready") }
end
return { status = "Progressing", message = explain(succeeded, "Waiting for RAGEngine") }
