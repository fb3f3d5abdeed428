-- A rollout since 1.0 tells its phase. Older ones are judged by their conditions and replicas.

local phases = {
  Healthy = "Healthy", Paused = "Suspended", Progressing = "Progressing", Degraded = "Degraded",
}

local function progressing(message)
  return { status = "Progressing", message = message }
end

-- Generations are texts here, and up to 0.9 they were hashes, which have no order.
local function is_newer(wanted, observed)
  local left, right = tonumber(wanted or ""), tonumber(observed or "")
  return left ~= nil and right ~= nil and left > right
end

local function is_stale()
  local annotations = obj.metadata.annotations or {}
  return is_newer(obj.metadata.generation, obj.status.observedGeneration)
    or is_newer(annotations["rollout.argoproj.io/workload-generation"],
      obj.status.workloadObservedGeneration)
end

-- The condition that says why a rollout without phase has failed, or nil.
local function failure()
  for _, condition in ipairs(obj.status.conditions or {}) do
    if condition.type == "InvalidSpec" then
      return condition
    end
    local reason = condition.type == "Progressing" and condition.reason
    if reason == "RolloutAborted" or reason == "ProgressDeadlineExceeded" then
      return condition
    end
  end
  return nil
end

local function blue_green()
  local status = obj.status
  local active = status.activeSelector or (status.blueGreen or {}).activeSelector
  if active == nil or active ~= status.currentPodHash then
    return progressing("Waiting for roll out to finish: active service cutover pending")
  end
  return { status = "Healthy" }
end

local function canary(steps)
  local status = obj.status
  if (status.replicas or 0) > (status.updatedReplicas or 0) then
    return progressing("Waiting for roll out to finish: old replicas are pending termination")
  end
  local stable = status.stableRS or (status.canary or {}).stableRS
  if #steps > 0 and stable ~= status.currentPodHash then
    return progressing("Waiting for rollout to finish steps")
  end
  return { status = "Healthy" }
end

if obj.status == nil or next(obj.status) == nil or is_stale() then
  return progressing("Waiting for rollout spec update to be observed")
end

local phase = phases[obj.status.phase or ""]
if phase ~= nil then
  return { status = phase, message = obj.status.message }
end

local failed = failure()
if failed ~= nil then
  return { status = "Degraded", message = failed.message }
end

local spec = obj.spec or {}
if spec.paused or next(obj.status.pauseConditions or {}) ~= nil then
  return { status = "Suspended", message = "Rollout is paused" }
end

local updated = obj.status.updatedReplicas or 0
if updated < (spec.replicas or 1) then
  return progressing("Waiting for roll out to finish: more replicas need to be updated")
end
if (obj.status.availableReplicas or 0) < updated then
  return progressing("Waiting for roll out to finish: updated replicas are still becoming available")
end

local strategy = spec.strategy or {}
if strategy.blueGreen ~= nil then
  return blue_green()
end
return canary((strategy.canary or {}).steps or {})
