-- A mono vertex that Numaplane upgrades. Its phase, its upgrade and its child decide.

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

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Not yet reconciled" }
end
if phase == "Failed" then
  return { status = "Degraded", message = text(status.message, "The rollout has failed") }
end

local upgrade = condition("ProgressiveUpgradeSucceeded")
if upgrade.status == "False" then
  local message = explain(upgrade, "no details")
  return { status = "Degraded", message = "Progressive upgrade failed: " .. message }
end
if phase == "Pending" or text(status.upgradeInProgress, "") ~= "" then
  return { status = "Progressing", message = text(status.message, "Update in progress") }
end

local paused = condition("MonoVertexPausingOrPaused")
if paused.status == "True" then
  return { status = "Healthy", message = explain(paused, "MonoVertex paused") }
end

local child = condition("ChildResourcesHealthy")
local deployed = condition("ChildResourceDeployed")
if deployed.status == "False" then
  return { status = "Degraded", message = explain(deployed, "The child is not deployed") }
end
if child.status == "False" and child.reason ~= "Progressing" then
  return { status = "Degraded", message = explain(child, "The child is not healthy") }
end
if deployed.status ~= "True" then
  return { status = "Progressing", message = explain(deployed, "Waiting for the child") }
end
if child.status ~= "True" then
  return { status = "Progressing", message = explain(child, "Waiting for the child") }
end
return { status = "Healthy", message = "Healthy" }
