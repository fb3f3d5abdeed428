-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- An experiment of Litmus. The engine and the verdicts of its experiments decide.

local status = map(obj.status)

local engine = text(status.engineStatus, "")
if is_stale(obj, status.observedGeneration) or engine == "" then
  return waits("Waiting for ChaosEngine", engine)
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
