-- vitals:profiles combined
-- Every kind of mlops.seldon.io: models, servers, pipelines and experiments of Seldon Core 2.
-- Ready decides.

-- Reasons that need help.
local failures = {
  ModelFailed = true, ScheduleFailed = true, PipelineFailed = true, ModelTerminateFailed = true,
}

-- Kinds that have no status.
local without = { SeldonConfig = true, ServerConfig = true }

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

local kind = text(obj.kind, "")
if without[kind] then
  return { status = "Healthy", message = kind .. " has no status" }
end
local ready = condition("Ready")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for the object" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "It is ready") }
end
if ready.status == "False" and failures[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "It is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for the object") }
