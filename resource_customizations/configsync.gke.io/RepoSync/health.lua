-- vitals:profiles combined
-- What Config Sync applies to a namespace. Stalled, Reconciling and Syncing decide; errorSummary
-- counts what went wrong, and the errors of the source, the rendering and the sync name it.

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

local syncing = condition("Syncing")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for RepoSync" }
end
for _, name in ipairs({ "Stalled", "ReconcilerFinalizerFailure" }) do
  local found = condition(name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name .. " is True") }
  end
end
local errors = tonumber(map(syncing.errorSummary).totalCount) or 0
if errors > 0 then
  local message = explain(syncing, "Syncing") .. ": "
  message = message .. (errors == 1 and "1 error" or errors .. " errors")
  for _, name in ipairs({ "source", "rendering", "sync" }) do
    local cause = text(map(map(map(status[name]).errors)[1]).errorMessage, "")
    if cause ~= "" then
      return { status = "Degraded", message = message .. ": " .. cause }
    end
  end
  return { status = "Degraded", message = message }
end
local reconciling = condition("Reconciling")
if reconciling.status == "True" then
  return { status = "Progressing", message = explain(reconciling, "RepoSync is reconciling") }
end
if syncing.status == "False" then
  return { status = "Healthy", message = explain(syncing, "In sync") }
end
return { status = "Progressing", message = explain(syncing, "Waiting for RepoSync") }
