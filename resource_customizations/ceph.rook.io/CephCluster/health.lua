-- uses: map, text, is_stale, waits, failures
-- A cluster of Ceph: what Ceph itself says of its health comes first, then the state that Rook
-- reports.

local status = map(obj.status)

local reported = map(map(status.ceph).details)

-- The first name of a detail after another in alphabetical order; nil after the last one.
local function name_after(last)
  local found
  for name in pairs(reported) do
    if tostring(name) > last and (found == nil or tostring(name) < found) then
      found = tostring(name)
    end
  end
  return found
end

-- What Ceph says of its health in detail, in one line.
local function details()
  local all = ""
  local name = name_after("")
  while name ~= nil do
    local message = text(map(reported[name]).message, name)
    all = all == "" and message or all .. "; " .. message
    name = name_after(name)
  end
  return all
end

local health = text(map(status.ceph).health, "")
local state = text(status.state, "")
local said = text(status.message, "Ceph cluster is " .. text(state, text(status.phase, "being created")))
-- rook/rook, pkg/operator/k8sutil/status.go: a failure leaves observedGeneration behind.
-- rook/rook, pkg/apis/ceph.rook.io/v1/types.go, ConditionType.
local known = {
  [""] = true, Connected = true, Connecting = true, Deleting = true, Progressing = true, Ready = true,
}
local phase = text(status.phase, "")
local fails = failures[state] or failures[phase]
if is_stale(obj, status.observedGeneration) and not fails then
  return waits("Waiting for Ceph cluster", said)
end
if health == "HEALTH_WARN" or health == "HEALTH_ERR" then
  local cause = text(details(), said)
  return { status = "Degraded", message = "Ceph health is " .. health .. ": " .. cause }
end
if fails then
  return { status = "Degraded", message = said }
end
if not known[phase] then
  local message = "Ceph cluster is " .. phase .. ", which this check does not know"
  return { status = "Progressing", message = message }
end
if health == "HEALTH_OK" and (state == "" or state == "Created" or state == "Connected") then
  return { status = "Healthy", message = "Ceph health is HEALTH_OK" }
end
if state ~= "" and text(status.message, "") ~= "" then
  said = "Ceph cluster is " .. state .. ": " .. said
end
return { status = "Progressing", message = said }
