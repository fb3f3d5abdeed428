-- A Grafana of the Grafana Operator, set up in stages.

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

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "Grafana is suspended" }
end

local stage = text(status.stage, "")
if is_stale(status.observedGeneration) or stage == "" then
  return { status = "Progressing", message = "Waiting for Grafana status info" }
end
if status.stageStatus == "failed" then
  local reason = text(status.lastMessage, "no message")
  return { status = "Degraded", message = "Failed at stage " .. stage .. ": " .. reason }
end
if stage == "complete" and status.stageStatus == "success" then
  return { status = "Healthy", message = "Grafana is set up" }
end
return { status = "Progressing", message = "Reconciliation is at stage " .. stage }
