-- uses: map, text, is_stale, explain, waits, failures
-- Every kind that kro makes. Its state and Ready decide, of this generation.

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

local state = text(status.state, "")
local ready
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  if found.type == "Ready" and tonumber(found.observedGeneration) == generation then
    ready = found
  end
end
if is_stale(obj, status.observedGeneration) or generation == nil or ready == nil then
  return waits("Waiting for the instance", state)
end
if state == "FAILED" or state == "ERROR" then
  return { status = "Degraded", message = explain(ready, "The instance is " .. state) }
end
if ready.status == "True" and state == "ACTIVE" then
  return { status = "Healthy", message = text(ready.message, "The instance is ACTIVE") }
end
local words = "The instance is " .. (state == "" and "not known yet" or state)
words = ready.status == "True" and words or explain(ready, words)
return { status = failures[state] and "Degraded" or "Progressing", message = words }
