-- uses: map, text, is_stale, condition, explain, waits
-- An installation of 3scale: Available decides, and the lists of deployments say what it waits
-- for.

local status = map(obj.status)

-- The names in a list, in one line.
local function names(list)
  local all = ""
  for _, name in ipairs(map(list)) do
    all = all .. (all == "" and "" or ", ") .. text(name, "?")
  end
  return all
end

local waiting = "Waiting for 3scale APIManager status"
local available = condition(obj, "Available")
local deployments = map(status.deployments)
if is_stale(obj, status.observedGeneration) then
  return waits(waiting, explain(available, ""))
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "3scale APIManager is available") }
end
local starting = names(deployments.starting)
if starting ~= "" then
  return { status = "Progressing", message = "Deployments are starting: " .. starting }
end
local stopped = names(deployments.stopped)
if available.status == "False" and stopped ~= "" then
  return { status = "Degraded", message = "Deployments are stopped: " .. stopped }
end
return { status = "Progressing", message = explain(available, waiting) }
