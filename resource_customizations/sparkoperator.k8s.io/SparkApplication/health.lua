-- uses: map, text, is_stale
-- An application of Spark. Its state decides; while it runs, so does the number of its executors.

-- All other states are steps on the way.
local states = {
  COMPLETED = "Healthy", FAILED = "Degraded", FAILING = "Degraded", RUNNING = "Healthy",
  SUBMISSION_FAILED = "Degraded", SUSPENDED = "Suspended", UNKNOWN = "Unknown",
}

local status = map(obj.status)

local spec = map(obj.spec)
local wanted = tonumber(map(spec.executor).instances) or 0

-- Whether Spark itself decides how many executors there are.
local function is_dynamic()
  local conf = map(spec.sparkConf)
  return map(spec.dynamicAllocation).enabled == true
    or conf["spark.dynamicAllocation.enabled"] == "true"
    or conf["spark.streaming.dynamicAllocation.enabled"] == "true"
end

local application = map(status.applicationState)
local state = text(application.state, "NEW")
local health = states[state] or "Progressing"
local message = text(application.errorMessage, "SparkApplication is " .. state)
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for SparkApplication" }
end
if state ~= "RUNNING" or is_dynamic() then
  return { status = health, message = message }
end

local running = 0
for _, executor in pairs(map(status.executorState)) do
  if executor == "RUNNING" then
    running = running + 1
  end
end
if running < wanted then
  local count = tostring(running) .. " of " .. tostring(wanted)
  return { status = "Progressing", message = count .. " executors are running" }
end
return { status = health, message = message }
