-- A node on its way: launched, registered, initialized, ready. Disrupting says that Karpenter is
-- about to replace it.

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

local disrupting = condition("Disrupting")
if disrupting.status == "True" then
  return { status = "Suspended", message = explain(disrupting, "NodeClaim is being disrupted") }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for NodeClaim to be observed" }
end

for _, name in ipairs({ "Launched", "Ready" }) do
  local failed = condition(name)
  if failed.status == "False" then
    return { status = "Degraded", message = explain(failed, "NodeClaim is not " .. name) }
  end
end
if condition("Launched").status ~= "True" then
  return { status = "Progressing", message = "Waiting for NodeClaim to be launched" }
end
if condition("Registered").status ~= "True" then
  return { status = "Progressing", message = "Node launched, waiting for registration" }
end
if condition("Initialized").status ~= "True" then
  return { status = "Progressing", message = "Node registered, waiting for initialization" }
end
if condition("Ready").status ~= "True" then
  return { status = "Progressing", message = "Node initialized, waiting for it to be ready" }
end
return { status = "Healthy", message = "NodeClaim is ready" }
