-- vitals:profiles combined
-- Every kind of consul.hashicorp.com: configuration entries that Consul gets. Synced decides; a
-- policy of a gateway or route has Accepted instead.

-- Kinds that need not have conditions.
local without = {
  GatewayClassConfig = true, MeshService = true, RouteRetryFilter = true, RouteTimeoutFilter = true,
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

if without[text(obj.kind, "")] and status.conditions == nil then
  return { status = "Healthy", message = obj.kind .. " has no status" }
end
local synced = condition("Synced")
if synced.status == nil then
  synced = condition("Accepted")
end
if is_stale(status.observedGeneration) or synced.status == nil then
  return { status = "Progressing", message = "Waiting for the object" }
end
if synced.status == "True" then
  return { status = "Healthy", message = text(synced.message, "It is in Consul") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "It is not in Consul") }
end
return { status = "Progressing", message = explain(synced, "Waiting for the object") }
