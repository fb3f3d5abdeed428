-- uses: map, text, is_stale, waits
-- A policy of Open Cluster Management, at the root or replicated to a cluster. Its compliance
-- decides.

local status = map(obj.status)

-- The templates or clusters that do not comply.
local function violators()
  local message = ""
  for _, item in ipairs(map(status.details)) do
    local detail = map(item)
    if detail.compliant == "NonCompliant" then
      message = message .. "; template " .. text(map(detail.templateMeta).name, "unnamed")
    end
  end
  for _, item in ipairs(map(status.status)) do
    local cluster = map(item)
    if cluster.compliant == "NonCompliant" then
      message = message .. "; cluster " .. text(cluster.clustername, "unnamed")
    end
  end
  return message
end

if map(obj.spec).disabled == true then
  return { status = "Healthy", message = "Policy is disabled" }
end
local compliant = text(status.compliant, "")
-- Placed, and no cluster has anything to report: none matches.
local placed = #map(status.placement) > 0 and #map(status.status) == 0
if compliant == "" and placed and not is_stale(obj, status.observedGeneration) then
  return { status = "Healthy", message = "No clusters match this policy" }
end
if is_stale(obj, status.observedGeneration) or compliant == "" then
  return waits("Waiting for the status to be reported", compliant)
end
if compliant == "Compliant" then
  return { status = "Healthy", message = "Policy is compliant" }
end
if compliant == "NonCompliant" then
  return { status = "Degraded", message = "NonCompliant" .. violators() }
end
return { status = "Progressing", message = "Policy is " .. compliant }
