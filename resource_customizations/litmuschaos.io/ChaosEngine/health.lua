-- vitals:profiles combined
-- An experiment of Litmus. The engine and the verdicts of its experiments decide.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local engine = text(status.engineStatus, "")
if is_stale(status.observedGeneration) or engine == "" then
  return { status = "Progressing", message = "Waiting for ChaosEngine" }
end
if engine == "stopped" then
  return { status = "Suspended", message = "ChaosEngine is stopped" }
end
for _, entry in ipairs(map(status.experiments)) do
  local experiment = map(entry)
  local verdict = text(experiment.verdict, "")
  if experiment.status == "ChaosExperiment Not Found" then
    verdict = "Error"
  end
  if verdict == "Fail" or verdict == "Error" then
    return {
      status = "Degraded",
      message = "Experiment " .. text(experiment.name, "") .. ": " .. verdict,
    }
  end
end
if engine == "completed" then
  return { status = "Healthy", message = "ChaosEngine is completed" }
end
return { status = "Progressing", message = "ChaosEngine is " .. engine }
