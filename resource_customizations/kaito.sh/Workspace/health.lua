-- vitals:profiles combined
-- A model that KAITO serves or tunes. WorkspaceSucceeded decides; the other conditions say what
-- went wrong.

-- Reasons that do not pass by themselves.
local failures = {
  workspaceResourceStatusFailed = true, WorkspaceInferenceStatusFailed = true,
  workspaceTuningStatusFailed = true, workspaceFailed = true,
}

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

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local succeeded = condition("WorkspaceSucceeded")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Workspace" }
end
for _, name in ipairs({ "ResourceReady", "InferenceReady", "JobStarted", "WorkspaceSucceeded" }) do
  local found = condition(name)
  if found.status == "False" and failures[text(found.reason, "")] then
    return { status = "Degraded", message = name .. ": " .. explain(found, "False") }
  end
end
if succeeded.status == "True" then
  return { status = "Healthy", message = text(succeeded.message, "Workspace is ready") }
end
return { status = "Progressing", message = explain(succeeded, "Waiting for Workspace") }
