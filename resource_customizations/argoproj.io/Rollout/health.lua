-- uses: map, text, explain, failures
-- A rollout since 1.0 reports its phase. Older ones are judged by their conditions and replicas.

local spec = map(obj.spec)
local status = map(obj.status)

local phases = {
  Healthy = "Healthy", Paused = "Suspended", Progressing = "Progressing", Degraded = "Degraded",
}

local function progressing(message)
  return { status = "Progressing", message = message }
end

-- Generations are texts here, and up to 0.9 they were hashes, which have no order.
local function is_newer(wanted, observed)
  local left = tonumber(wanted)
  local right = tonumber(observed)
  return left ~= nil and right ~= nil and left > right
end

local function is_outdated()
  local metadata = map(obj.metadata)
  local workload = map(metadata.annotations)["rollout.argoproj.io/workload-generation"]
  return is_newer(metadata.generation, status.observedGeneration)
    or is_newer(workload, status.workloadObservedGeneration)
end

-- The condition that says why a rollout without phase has failed, or nil.
local function failure()
  for _, element in ipairs(map(status.conditions)) do
    local candidate = map(element)
    if candidate.type == "InvalidSpec" then
      return candidate
    end
    local reason = candidate.type == "Progressing" and candidate.reason
    if reason == "RolloutAborted" or reason == "ProgressDeadlineExceeded" then
      return candidate
    end
  end
  return nil
end

local function blue_green()
  local active = status.activeSelector or map(status.blueGreen).activeSelector
  if active == nil or active ~= status.currentPodHash then
    return progressing("Waiting for roll out to finish: active service cutover pending")
  end
  return { status = "Healthy", message = "" }
end

local function canary(steps)
  local updated = tonumber(status.updatedReplicas) or 0
  if (tonumber(status.replicas) or 0) > updated then
    return progressing("Waiting for roll out to finish: old replicas are pending termination")
  end
  local stable = status.stableRS or map(status.canary).stableRS
  if next(steps) ~= nil and stable ~= status.currentPodHash then
    return progressing("Waiting for rollout to finish steps")
  end
  return { status = "Healthy", message = "" }
end

if next(status) == nil or is_outdated() then
  return progressing("Waiting for rollout spec update to be observed")
end

local phase = phases[status.phase]
if phase ~= nil then
  return { status = phase, message = text(status.message, "") }
end

local failed = failure()
if failed ~= nil then
  return { status = "Degraded", message = explain(failed, "Rollout has failed") }
end

local said = text(status.phase, "")
if said ~= "" then
  local message = "Rollout is " .. said .. ", which this check does not know"
  return { status = failures[said] and "Degraded" or "Progressing", message = message }
end

if spec.paused == true or next(map(status.pauseConditions)) ~= nil then
  return { status = "Suspended", message = "Rollout is paused" }
end

local updated = tonumber(status.updatedReplicas) or 0
if updated < (tonumber(spec.replicas) or 1) then
  return progressing("Waiting for roll out to finish: more replicas need to be updated")
end
if (tonumber(status.availableReplicas) or 0) < updated then
  local message = "Waiting for roll out to finish: updated replicas are still becoming available"
  return progressing(message)
end

local strategy = map(spec.strategy)
if strategy.blueGreen ~= nil then
  return blue_green()
end
return canary(map(map(strategy.canary).steps))
