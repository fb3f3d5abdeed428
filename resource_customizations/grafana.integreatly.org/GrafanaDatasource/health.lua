-- A datasource of Grafana. DatasourceSynchronized says whether it was applied to the matching
-- instances.

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
  return { status = "Suspended", message = "GrafanaDatasource is suspended" }
end

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for GrafanaDatasource" }
end
for _, name in ipairs({ "NoMatchingInstance", "InvalidSpec" }) do
  local failed = condition(name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, name) }
  end
end
if status.NoMatchingInstances == true then
  return { status = "Degraded", message = "can't find matching grafana instance" }
end

local synchronized = condition("DatasourceSynchronized")
if synchronized.status == "True" then
  return { status = "Healthy", message = explain(synchronized, "GrafanaDatasource was applied") }
end
if synchronized.status == "False" then
  return { status = "Degraded", message = explain(synchronized, "GrafanaDatasource failed") }
end
-- The operator before 5.10 sets no conditions.
if text(status.uid, "") ~= "" and text(status.hash, "") ~= "" then
  return { status = "Healthy", message = "GrafanaDatasource was applied" }
end
return { status = "Progressing", message = "Waiting for GrafanaDatasource" }
