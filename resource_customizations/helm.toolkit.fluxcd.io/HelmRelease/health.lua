-- A Helm release of Flux. Ready decides.

-- Reasons to wait rather than to worry although Ready is False.
local patience = {
  DependencyNotReady = true, HealthCheckCanceled = true, Progressing = true,
  ProgressingWithRetry = true, SourceNotReady = true,
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

-- Before the generation: suspension raises it, and nobody observes that.
local reason = text(map(map(obj.metadata).annotations)["reconcile.fluxcd.io/suspended"], "")
if map(obj.spec).suspend == true and reason ~= "" then
  return { status = "Suspended", message = "HelmRelease is suspended: " .. reason }
end
if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "HelmRelease is suspended" }
end

local ready = condition("Ready")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for HelmRelease" }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "HelmRelease is ready") }
end
if ready.status == "False" and not patience[ready.reason] then
  return { status = "Degraded", message = explain(ready, "HelmRelease is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for HelmRelease") }
