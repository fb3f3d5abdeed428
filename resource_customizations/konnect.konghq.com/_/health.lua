-- vitals:profiles combined
-- Every kind of konnect.konghq.com: what Konnect holds for it. Programmed decides. What holds
-- credentials has APIAuthValid instead, and an extension Ready.

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

local programmed = condition("Programmed")
for _, name in ipairs({ "APIAuthValid", "Ready" }) do
  if programmed.status == nil then
    programmed = condition(name)
  end
end
if is_stale(status.observedGeneration) or programmed.status == nil then
  return { status = "Progressing", message = "Waiting for the object" }
end
if programmed.status == "True" then
  return { status = "Healthy", message = text(programmed.message, "It is programmed") }
end
if programmed.status == "False" then
  return { status = "Degraded", message = explain(programmed, "It is not programmed") }
end
return { status = "Progressing", message = explain(programmed, "Waiting for the object") }
