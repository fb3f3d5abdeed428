-- vitals:profiles combined
-- Operations of Crossplane that follow changes of resources. Watching decides; Synced reports what
-- failed.

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

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "WatchOperation is suspended" }
end

local valid = condition("ValidPipeline")
if valid.status == "False" then
  return { status = "Degraded", message = explain(valid, "A function cannot run operations") }
end

local synced = condition("Synced")
if synced.reason == "ReconcilePaused" then
  return { status = "Suspended", message = explain(synced, "WatchOperation is paused") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "Synced is False") }
end

local watching = condition("Watching")
if watching.status == "True" then
  return { status = "Healthy", message = explain(watching, "Watching is True") }
end
if watching.reason == "WatchPaused" then
  return { status = "Suspended", message = explain(watching, "WatchOperation is paused") }
end
if watching.status == "False" then
  return { status = "Degraded", message = explain(watching, "The watch failed") }
end
return { status = "Progressing", message = explain(watching, "Waiting for WatchOperation") }
