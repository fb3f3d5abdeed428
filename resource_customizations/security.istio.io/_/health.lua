-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Every kind of security.istio.io. What Istio's analysis found decides. Status is optional
-- there: without one, an object counts as good.

local status = map(obj.status)

local errors = { ERROR = true, Error = true }

-- What a message of the analysis says.
local function finding(message)
  local kind = map(message.type)
  local words = text(message.message, text(kind.name, text(message.documentationUrl, "")))
  local code = text(message.code, text(kind.code, "error"))
  return words == "" and code or code .. ": " .. words
end

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for " .. text(obj.kind, "the object") }
end
for _, entry in ipairs(map(status.validationMessages)) do
  if errors[text(map(entry).level, "")] then
    return { status = "Degraded", message = finding(entry) }
  end
end

-- What is refused, and the check of a WorkloadEntry.
for _, name in ipairs({ "Accepted", "WaypointAccepted", "ZtunnelAccepted", "Healthy" }) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
local reconciled = condition(obj, "Reconciled")
if reconciled.status == "False" then
  return {
    status = "Progressing",
    message = explain(reconciled, "The configuration is on its way"),
  }
end
local analysis = condition(obj, "PassedAnalysis")
return { status = "Healthy", message = text(analysis.message, "The configuration has no error") }
