-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A model that KAITO serves or tunes. WorkspaceSucceeded decides; the other conditions say what
-- went wrong.

-- Reasons that do not pass by themselves.
local failures = {
  workspaceResourceStatusFailed = true, WorkspaceInferenceStatusFailed = true,
  workspaceTuningStatusFailed = true, workspaceFailed = true,
}

local status = map(obj.status)

local succeeded = condition(obj, "WorkspaceSucceeded")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Workspace", explain(succeeded, ""))
end
for _, name in ipairs({ "ResourceReady", "InferenceReady", "JobStarted", "WorkspaceSucceeded" }) do
  local found = condition(obj, name)
  if found.status == "False" and failures[text(found.reason, "")] then
    return { status = "Degraded", message = name .. ": " .. explain(found, "False") }
  end
end
if succeeded.status == "True" then
  return { status = "Healthy", message = text(succeeded.message, "Workspace is ready") }
end
return { status = "Progressing", message = explain(succeeded, "Waiting for Workspace") }
