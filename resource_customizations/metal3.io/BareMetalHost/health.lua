-- vitals:profiles combined
-- A bare metal host of Metal3. operationalStatus decides; the state of provisioning says what
-- is under way. Healthy is what the hardware reports of itself.

-- States in which the host waits for nothing.
local settled = {
  available = true, ready = true, provisioned = true, unmanaged = true,
  ["externally provisioned"] = true,
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

local operational = text(status.operationalStatus, "")
local state = text(map(status.provisioning).state, "")
if is_stale(status.observedGeneration) or operational == "" then
  return { status = "Progressing", message = "Waiting for BareMetalHost" }
end
if operational == "error" then
  return {
    status = "Degraded",
    message = text(status.errorMessage, text(status.errorType, "The host has an error")),
  }
end
local health = condition("Healthy")
if health.status == "False" and health.reason == "CriticalError" then
  return { status = "Degraded", message = explain(health, "The hardware is not healthy") }
end
if operational == "detached" then
  return { status = "Suspended", message = "The host is detached" }
end
if operational == "OK" and settled[state] then
  return { status = "Healthy", message = "The host is " .. state }
end
return {
  status = "Progressing",
  message = "The host is " .. (state == "" and operational or state),
}
