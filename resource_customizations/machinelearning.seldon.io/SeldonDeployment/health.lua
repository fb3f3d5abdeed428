-- uses: map, text, is_stale
-- vitals:profiles combined
-- A deployment of models by Seldon Core. Its state decides.

local states = {
  Available = "Healthy", Creating = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for SeldonDeployment" }
end

local message = "SeldonDeployment is " .. state
local details = text(status.description, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
