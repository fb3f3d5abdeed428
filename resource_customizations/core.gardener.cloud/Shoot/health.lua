-- uses: map, text, is_stale, explain
-- A cluster of Gardener. Gardener writes how it is into a label; conditions and the last
-- operation say why.

local spec = map(obj.spec)
local status = map(obj.status)

local health = {
  healthy = "Healthy", progressing = "Progressing", unhealthy = "Degraded", unknown = "Unknown",
}

-- What the first condition that is not True says, or what the last operation does.
local function cause()
  for _, element in ipairs(map(status.conditions)) do
    local candidate = map(element)
    if candidate.status ~= "True" and not is_stale(obj, candidate.observedGeneration) then
      return text(candidate.type, "a condition") .. ": " .. explain(candidate, "not True")
    end
  end
  return text(map(status.lastOperation).description, "no cause is reported")
end

local state = text(map(map(obj.metadata).labels)["shoot.gardener.cloud/status"], "")
local found = health[state] or "Progressing"
local is_new = next(map(status.conditions)) == nil and status.lastOperation == nil
if is_stale(obj, status.observedGeneration) or is_new then
  return { status = "Progressing", message = "Waiting for Shoot" }
end
if map(spec.hibernation).enabled == true and found ~= "Degraded" then
  return { status = "Suspended", message = "Shoot is hibernated" }
end
if found == "Healthy" then
  return { status = "Healthy", message = "Shoot is healthy" }
end
return { status = found, message = "Shoot is " .. text(state, "new") .. ": " .. cause() }
