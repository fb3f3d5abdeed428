-- A deployment config of OpenShift: Progressing reports on the rollout, Available on its pods.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local spec = map(obj.spec)
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

-- Reasons why Progressing is True while the rollout goes on; it stays True afterwards.
local rolling = {
  FoundNewReplicationController = true, NewReplicationControllerCreated = true,
  ReplicationControllerUpdated = true,
}

if spec.paused == true then
  return { status = "Suspended", message = "DeploymentConfig is paused" }
end
local progressing = condition("Progressing")
local available = condition("Available")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for DeploymentConfig" }
end

local failure = condition("ReplicaFailure")
if failure.status == "True" then
  return { status = "Degraded", message = explain(failure, "Replicas cannot be created") }
end
if progressing.status == "False" then
  return { status = "Degraded", message = explain(progressing, "The rollout has failed") }
end
if progressing.status == "Unknown" or rolling[progressing.reason] then
  return { status = "Progressing", message = explain(progressing, "Waiting for the rollout") }
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "DeploymentConfig is available") }
end
-- Without any pod Available is False.
if spec.replicas == 0 then
  return { status = "Healthy", message = "DeploymentConfig is scaled to zero" }
end
-- The rollout is over, so the pods were lost later.
if available.status == "False" and progressing.status == "True" then
  return { status = "Degraded", message = explain(available, "DeploymentConfig is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for pods") }
