-- uses: map, text, is_stale
-- Any object of the VictoriaMetrics Operator. Its updateStatus decides.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.updateStatus == nil then
  return { status = "Progressing", message = "Waiting for the operator to reconcile" }
end
if status.updateStatus == "operational" then
  return { status = "Healthy", message = "All components are operational" }
end
if status.updateStatus == "ignored" then
  return { status = "Healthy", message = text(status.reason, "No component uses it") }
end
if status.updateStatus == "failed" then
  return { status = "Degraded", message = text(status.reason, "Reconciliation failed") }
end
if status.updateStatus == "paused" then
  return { status = "Suspended", message = text(status.reason, "Reconciliation is paused") }
end
return { status = "Progressing", message = text(status.reason, "Reconciliation in progress") }
