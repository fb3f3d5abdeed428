-- vitals:profiles combined
-- Every kind of Cartographer: workloads, deliverables, supply chains. Ready decides.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Ready", "True", "Healthy" },
  { "Ready", "False", "Degraded" },
  { "Ready", "Unknown", "Progressing" },
}

-- Kinds that have no status.
local without = {
  ClusterConfigTemplate = true, ClusterDeploymentTemplate = true, ClusterImageTemplate = true,
  ClusterRunTemplate = true, ClusterSourceTemplate = true, ClusterTemplate = true,
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

local kind = text(obj.kind, "")
if without[kind] and status.conditions == nil then
  return { status = "Healthy", message = kind .. " has no status" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the object" }
end
for _, rule in ipairs(rules) do
  local found = condition(rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for the object" }
