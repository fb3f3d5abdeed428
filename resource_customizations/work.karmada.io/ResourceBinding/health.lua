-- What Karmada schedules to clusters. Every cluster says whether it applied the object, and whether
-- it is healthy there.

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

local clusters = map(map(obj.spec).clusters)
local reports = map(status.aggregatedStatus)
-- What other bindings require goes where they go, and is not scheduled itself.
local follows = #map(map(obj.spec).requiredBy) > 0 and #reports > 0
if is_stale(status.observedGeneration) or (#clusters == 0 and not follows) then
  local message = explain(condition("Scheduled"), "Current resource status is insufficient")
  return { status = "Progressing", message = message }
end
for _, item in ipairs(reports) do
  local report = map(item)
  local cluster = "Cluster " .. text(report.clusterName, "unnamed")
  if report.applied == false then
    local message = cluster .. " did not apply it: " .. text(report.appliedMessage, "no message")
    return { status = "Degraded", message = message }
  end
  if report.health == "Unhealthy" then
    return { status = "Degraded", message = cluster .. " reports it as unhealthy" }
  end
end
if #reports < #clusters then
  local count = tostring(#reports) .. " of " .. tostring(#clusters)
  return { status = "Progressing", message = count .. " clusters have reported" }
end
return { status = "Healthy", message = "Applied in " .. tostring(#reports) .. " cluster(s)" }
