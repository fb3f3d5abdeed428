-- How traffic goes to backends, in Envoy Gateway. What each ancestor reports decides; what an
-- ancestor reported of an older generation does not count, for it may be gone.

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

local is_accepted = false
local pending
for _, ancestor in ipairs(map(status.ancestors)) do
  for _, entry in ipairs(map(map(ancestor).conditions)) do
    local found = map(entry)
    local matters = found.type == "Accepted" or found.type == "Programmed"
    if matters and not is_stale(found.observedGeneration) then
      if found.status == "False" then
        return {
          status = "Degraded",
          message = explain(found, "BackendTrafficPolicy is not accepted"),
        }
      end
      if found.status == "True" then
        is_accepted = true
      else
        pending = explain(found, "An ancestor has not accepted it yet")
      end
    end
  end
end
if is_stale(status.observedGeneration) or not is_accepted then
  return { status = "Progressing", message = pending or "Waiting for a gateway to accept it" }
end
if pending then
  return { status = "Progressing", message = pending }
end
return { status = "Healthy", message = "BackendTrafficPolicy is accepted" }
