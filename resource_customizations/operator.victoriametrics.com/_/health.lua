-- Any object of the VictoriaMetrics Operator. Its updateStatus decides.

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

if is_stale(status.observedGeneration) or status.updateStatus == nil then
  return { status = "Progressing", message = "Waiting for the operator to reconcile" }
end
if status.updateStatus == "operational" then
  return { status = "Healthy", message = "All components are operational" }
end
if status.updateStatus == "ignored" then
  return { status = "Healthy", message = text(status.reason, "No component uses it") }
end
if status.updateStatus == "failed" then
  return { status = "Degraded", message = text(status.reason, "Reconciliation failed") }
end
if status.updateStatus == "paused" then
  return { status = "Suspended", message = text(status.reason, "Reconciliation is paused") }
end
return { status = "Progressing", message = text(status.reason, "Reconciliation in progress") }
