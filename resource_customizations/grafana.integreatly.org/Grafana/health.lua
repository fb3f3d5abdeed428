-- uses: map, text, is_stale, waits
-- A Grafana of the Grafana Operator, set up in stages.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "Grafana is suspended" }
end

local stage = text(status.stage, "")
if is_stale(obj, status.observedGeneration) or stage == "" then
  return waits("Waiting for Grafana status info", stage)
end
if status.stageStatus == "failed" then
  local reason = text(status.lastMessage, "no message")
  return { status = "Degraded", message = "Failed at stage " .. stage .. ": " .. reason }
end
if stage == "complete" and status.stageStatus == "success" then
  return { status = "Healthy", message = "Grafana is set up" }
end
return { status = "Progressing", message = "Reconciliation is at stage " .. stage }
