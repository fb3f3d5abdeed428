-- vitals:profiles combined
-- A Postgres cluster of StackGres. Failed reports what is wrong; a pending restart or upgrade
-- waits for somebody, and the cluster works meanwhile.

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

-- The condition that says that something has failed, or an empty one.
local failed = condition("Failed")
if is_stale(status.observedGeneration) or next(map(status.conditions)) == nil then
  return { status = "Progressing", message = "Waiting for SGCluster" }
end
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "SGCluster has failed") }
end
for _, name in ipairs({ "PendingUpgrade", "PendingRestart" }) do
  if condition(name).status == "True" then
    return { status = "Healthy", message = "SGCluster runs, and " .. name .. " is True" }
  end
end
return { status = "Healthy", message = "SGCluster has not failed" }
