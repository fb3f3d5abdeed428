-- A policy on certificates of Open Cluster Management. Its compliance decides.

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

-- In how many namespaces a certificate does not comply, and the first one in alphabetical order.
local details = map(status.compliancyDetails)
local first, found = "", 0
for name, detail in pairs(details) do
  local counts = (tonumber(map(detail).nonCompliantCertificates) or 0) > 0
  local word = tostring(name)
  found = counts and found + 1 or found
  if counts and (first == "" or word < first) then
    first = word
  end
end

if is_stale(status.observedGeneration) or status.compliant == nil then
  return { status = "Progressing", message = "Waiting for the status to be reported" }
end
if status.compliant == "Compliant" then
  return { status = "Healthy", message = "All certificates found comply with the policy" }
end
if status.compliant == "NonCompliant" then
  local message = "A certificate does not comply with the policy"
  if found > 0 then
    message = message .. " in " .. found .. " namespace(s), such as " .. first
  end
  local detail = text(map(details[first]).message, "")
  return { status = "Degraded", message = detail == "" and message or message .. ": " .. detail }
end
return { status = "Progressing", message = "The compliance is not known yet" }
