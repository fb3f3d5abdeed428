-- A subscription to an operator, of Operator Lifecycle Manager. Its state decides, and conditions
-- that say what is wrong.

local failures = {
  "CatalogSourcesUnhealthy", "ResolutionFailed", "BundleUnpackFailed", "InstallPlanFailed",
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

local state = text(status.state, "")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Subscription" }
end
for _, name in ipairs(failures) do
  local failed = condition(name)
  if failed.status == "True" then
    return { status = "Degraded", message = name .. ": " .. explain(failed, "no details") }
  end
end
if state == "AtLatestKnown" then
  return { status = "Healthy", message = "The operator is at the latest known version" }
end
if state == "UpgradeFailed" then
  return { status = "Degraded", message = "The upgrade has failed" }
end

-- An upgrade that waits for somebody to approve it leaves the installed version at work.
local pending = condition("InstallPlanPending")
local manual = map(obj.spec).installPlanApproval == "Manual"
if manual and pending.reason == "RequiresApproval" and status.installedCSV ~= nil then
  return { status = "Healthy", message = "An upgrade waits for manual approval" }
end
if pending.status == "True" then
  return { status = "Progressing", message = "InstallPlanPending: " .. explain(pending, state) }
end
return { status = "Progressing", message = "State: " .. text(state, "not yet known") }
