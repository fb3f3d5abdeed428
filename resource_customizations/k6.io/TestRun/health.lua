-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A load test of k6. Its stage decides.

local states = {
  finished = "Healthy", initialization = "Progressing", initialized = "Progressing", created =
  "Progressing", started = "Progressing", stopped = "Healthy", error = "Degraded",
}

local status = map(obj.status)

local stage = text(status.stage, "")
if is_stale(obj, status.observedGeneration) or stage == "" then
  return { status = "Progressing", message = "Waiting for TestRun" }
end

local message = "TestRun is " .. stage
local cause = explain(condition(obj, "TestRunRunning"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[stage] or "Progressing", message = message }
