-- vitals:profiles combined
-- Every kind of a control plane provider of Cluster API. failureMessage ends it, then Ready or
-- Available decides, then status.ready and status.initialization. Templates have no status.

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

local kind = text(obj.kind, "the object")
if map(obj.spec).template ~= nil then
  return { status = "Healthy", message = "A template has no status" }
end
local annotations = map(map(obj.metadata).annotations)
if annotations["cluster.x-k8s.io/paused"] ~= nil then
  return { status = "Suspended", message = kind .. " is paused" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for " .. kind }
end
local failure = text(status.failureMessage, text(status.failureReason, ""))
if failure ~= "" then
  return { status = "Degraded", message = failure }
end

for _, name in ipairs({ "Available", "Ready" }) do
  local found = condition(name)
  if found.status == "True" then
    return { status = "Healthy", message = text(found.message, kind .. " is ready") }
  end
  if found.status == "False" and found.severity == "Error" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
  if found.status ~= nil then
    return { status = "Progressing", message = explain(found, "Waiting for " .. kind) }
  end
end
if status.ready == true or map(status.initialization).controlPlaneInitialized == true then
  return { status = "Healthy", message = kind .. " is ready" }
end
return { status = "Progressing", message = "Waiting for " .. kind }
