-- vitals:profiles combined
-- A secret of Vault, by the Vault Secrets Operator. valid and the conditions decide;
-- status.lastGeneration is what was observed.

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

local valid = status.valid
if is_stale(status.lastGeneration) or is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for VaultStaticSecret" }
end
if valid == false then
  return { status = "Degraded", message = text(status.error, "VaultStaticSecret is not valid") }
end

local seen = valid == true or (tonumber(status.lastGeneration) or 0) > 0
for _, name in ipairs({ "Healthy", "SecretSynced", "Ready" }) do
  local found = condition(name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
  seen = seen or found.status == "True"
end
if seen then
  return { status = "Healthy", message = "VaultStaticSecret is in sync" }
end
return { status = "Progressing", message = "Waiting for VaultStaticSecret" }
