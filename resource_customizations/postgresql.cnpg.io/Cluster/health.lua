-- A PostgreSQL cluster of CloudNativePG. Its phase decides; it can be hibernated, and its
-- reconciliation disabled.

-- What phases mean, but for Healthy; all others are steps on the way.
local phases = {
  ["Cluster cannot execute instance online upgrade"
    .. " due to missing architecture binary"] = "Degraded",
  ["Cluster cannot proceed to reconciliation"
    .. " due to an error while interacting with plugins"] = "Degraded",
  ["Cluster cannot proceed to reconciliation"
    .. " due to an unknown plugin being required"] = "Degraded",
  ["Cluster has incomplete or invalid image catalog"] = "Degraded",
  ["Cluster is in an unrecoverable state, needs manual intervention"] = "Degraded",
  ["Cluster is unrecoverable and needs manual intervention"] = "Degraded",
  ["Failing over"] = "Degraded",
  ["Not enough disk space"] = "Degraded",
  ["Unable to create required cluster objects"] = "Degraded",
  ["Waiting for user action"] = "Suspended",
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

local annotations = map(map(obj.metadata).annotations)
if annotations["cnpg.io/reconciliationLoop"] == "disabled" then
  return { status = "Suspended", message = "Cluster reconciliation is suspended" }
end
local hibernation = condition("cnpg.io/hibernation")
if hibernation.status == "True" then
  return { status = "Suspended", message = explain(hibernation, "Cluster is hibernated") }
end

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Cluster" }
end
if phase == "Cluster in healthy state" then
  return { status = "Healthy", message = phase }
end
return { status = phases[phase] or "Progressing", message = text(status.phaseReason, phase) }
