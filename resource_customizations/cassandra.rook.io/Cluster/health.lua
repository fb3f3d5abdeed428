-- uses: map, text, is_stale
-- A cluster of Cassandra that Rook runs: every rack must have as many ready members as it wants.

local spec = map(obj.spec)
local status = map(obj.status)

local racks = map(status.racks)
if is_stale(obj, status.observedGeneration) or next(racks) == nil then
  return { status = "Progressing", message = "Waiting for racks" }
end
for _, element in ipairs(map(map(spec.datacenter).racks)) do
  local rack = map(element)
  local ready = tonumber(map(racks[rack.name]).readyMembers) or 0
  local members = tonumber(rack.members) or 0
  if ready < members then
    local count = ready .. " of " .. members .. " members are ready"
    local message = "Rack " .. text(rack.name, "without a name") .. ": " .. count
    return { status = "Progressing", message = message }
  end
end
return { status = "Healthy", message = "All members of all racks are ready" }
