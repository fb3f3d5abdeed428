-- vitals:profiles combined
-- Who may pass, in Envoy Gateway. What each ancestor reports decides.

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

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local ancestors, waiting = 0, nil
for _, ancestor in ipairs(map(status.ancestors)) do
  for _, entry in ipairs(map(map(ancestor).conditions)) do
    local found = map(entry)
    local matters = found.type == "Accepted" or found.type == "Programmed"
    if matters and is_stale(found.observedGeneration) then
      waiting = true
    elseif matters and found.status == "False" then
      return { status = "Degraded", message = explain(found, "SecurityPolicy is not accepted") }
    elseif matters and found.status == "True" then
      ancestors = ancestors + 1
    end
  end
end
if is_stale(status.observedGeneration) or waiting or ancestors == 0 then
  return { status = "Progressing", message = "Waiting for a gateway to accept it" }
end
return { status = "Healthy", message = "SecurityPolicy is accepted" }
