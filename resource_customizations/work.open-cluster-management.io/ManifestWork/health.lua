-- vitals:profiles combined
-- What Open Cluster Management applies to a cluster. Applied, Degraded and Available decide; the
-- manifest that was refused says why.

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

-- The message of the first manifest that could not be applied.
local function refusal()
  for _, entry in ipairs(map(map(status.resourceStatus).manifests)) do
    for _, candidate in ipairs(map(map(entry).conditions)) do
      local found = map(candidate)
      if found.type == "Applied" and found.status == "False" then
        return text(found.message, "")
      end
    end
  end
  return ""
end

local applied = condition("Applied")
local degraded = condition("Degraded")
local available = condition("Available")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ManifestWork" }
end
if applied.status == "False" then
  local message, cause = explain(applied, "ManifestWork is not applied"), refusal()
  if cause ~= "" then
    message = message .. ": " .. cause
  end
  return { status = "Degraded", message = message }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "ManifestWork is degraded") }
end
if available.status == nil then
  return { status = "Progressing", message = "Waiting for ManifestWork" }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "ManifestWork is available") }
end
return { status = "Progressing", message = explain(available, "Waiting for ManifestWork") }
