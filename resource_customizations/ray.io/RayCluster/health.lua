-- vitals:profiles combined
-- A cluster of Ray: its state, and before it is ready, its conditions.

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

local state = text(status.state, "")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for RayCluster" }
end
if state == "suspended" then
  return { status = "Suspended", message = "RayCluster is suspended" }
end
local failure = condition("ReplicaFailure")
if failure.status == "True" then
  return { status = "Degraded", message = explain(failure, "RayCluster cannot create its pods") }
end
if state == "failed" or state == "unhealthy" then
  return { status = "Degraded", message = text(status.reason, "RayCluster is " .. state) }
end
if state ~= "ready" then
  local provisioned = condition("RayClusterProvisioned")
  return { status = "Progressing", message = explain(provisioned, "Waiting for RayCluster") }
end

-- The state remains ready when the head fails later.
local head = condition("HeadPodReady")
if head.status == "False" then
  return { status = "Degraded", message = explain(head, "The head is not ready") }
end
return { status = "Healthy", message = "RayCluster is ready" }
