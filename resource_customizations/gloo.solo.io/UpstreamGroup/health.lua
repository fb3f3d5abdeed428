-- uses: map, text, is_stale
-- A group of weighted destinations of Gloo: each installation of Gloo that watches it reports
-- whether it accepts it. The worst report decides.

local status = map(obj.status)

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

if is_stale(obj, status.observedGeneration) or worst == nil then
  return { status = "Progressing", message = "Update in progress" }
end
local report = map(reports[owner] or status)
return { status = worst, message = text(report.reason, sentence[worst]) }
