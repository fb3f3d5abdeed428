-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- A notebook of Kubeflow: a StatefulSet with one replica. The state of its container says why
-- it does not run; an annotation stops it.

-- Reasons that do not pass by themselves.
local stuck = {
  CrashLoopBackOff = true, CreateContainerConfigError = true, ErrImagePull = true,
  ImagePullBackOff = true, InvalidImageName = true,
}

local status = map(obj.status)

if text(map(map(obj.metadata).annotations)["kubeflow-resource-stopped"], "") ~= "" then
  return { status = "Suspended", message = "Notebook is stopped" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Notebook" }
end
if (tonumber(status.readyReplicas) or 0) > 0 then
  return { status = "Healthy", message = "Notebook is running" }
end

local state = map(status.containerState)
local terminated = map(state.terminated)
if text(terminated.reason, "Completed") ~= "Completed" then
  return { status = "Degraded", message = "Notebook has ended: " .. explain(terminated, "") }
end
local waiting = map(state.waiting)
local reason = text(waiting.reason, "")
if stuck[reason] then
  return { status = "Degraded", message = "Notebook cannot start: " .. explain(waiting, reason) }
end
return { status = "Progressing", message = explain(waiting, "Waiting for Notebook") }
