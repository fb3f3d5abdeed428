-- vitals:profiles combined
-- Every kind of configuration.konghq.com. Programmed decides; an object that no gateway uses
-- has no status. A policy of upstreams reports for each ancestor.

-- Reasons that pass by themselves.
local waiting = { Pending = true }

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
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the object" }
end
local pending
for _, entry in ipairs(map(status.ancestors)) do
  for _, candidate in ipairs(map(map(entry).conditions)) do
    local found = map(candidate)
    if found.status == "False" and not is_stale(found.observedGeneration) then
      if not waiting[text(found.reason, "")] then
        return { status = "Degraded", message = explain(found, "An ancestor refuses it") }
      end
      pending = found
    end
  end
end
if pending ~= nil then
  return { status = "Progressing", message = explain(pending, "Waiting for the object") }
end
if programmed.status == "True" or programmed.status == nil then
  return { status = "Healthy", message = text(programmed.message, "It has no error") }
end
if programmed.status == "False" and not waiting[text(programmed.reason, "")] then
  return { status = "Degraded", message = explain(programmed, "It is not programmed") }
end
return { status = "Progressing", message = explain(programmed, "Waiting for the object") }
