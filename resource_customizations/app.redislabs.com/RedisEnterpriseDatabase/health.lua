-- vitals:profiles combined
-- A database of Redis Enterprise. Its status decides; specStatus says whether the
-- specification is valid.

local states = {
  active = "Healthy", pending = "Progressing", ["active-change-pending"] = "Progressing",
  ["delete-pending"] = "Progressing", ["import-pending"] = "Progressing",
  recovery = "Progressing", ["creation-failed"] = "Degraded",
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

if status.specStatus == "Invalid" and not is_stale(status.observedGeneration) then
  return { status = "Degraded", message = "The specification is not valid" }
end
local state = text(status.status, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for RedisEnterpriseDatabase" }
end
return { status = states[state] or "Progressing", message = "RedisEnterpriseDatabase is " .. state }
