-- A virtual service of Gloo: each installation of Gloo that watches it reports whether it
-- accepts it. The worst report decides.

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

-- States are numbers in releases before 1.9, which had one report only.
local health = {
  [0] = "Suspended", [1] = "Healthy", [2] = "Degraded", [3] = "Degraded", Pending = "Suspended",
  Accepted = "Healthy", Rejected = "Degraded", Warning = "Degraded",
}

local sentence = {
  Healthy = "The resource has been validated",
  Suspended = "The resource has not yet been validated",
  Degraded = "The resource has been rejected or has warnings",
}

local rank = { Healthy = 1, Suspended = 2, Degraded = 3 }

local reports = map(status.statuses)
if status.state ~= nil then
  reports = { status }
end

-- The worst report; of several, that of the first installation in alphabetical order.
local worst, owner
for name, element in pairs(reports) do
  local found = health[map(element).state]
  local order = (rank[found] or 0) - (rank[worst] or 0)
  if order > 0 or (order == 0 and found ~= nil and tostring(name) < owner) then
    worst = found
    owner = tostring(name)
  end
end

if is_stale(status.observedGeneration) or worst == nil then
  return { status = "Progressing", message = "Update in progress" }
end
local report = map(reports[owner] or status)
return { status = worst, message = text(report.reason, sentence[worst]) }
