-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- What tunes the nodes of ScyllaDB. Available, Progressing and Degraded decide; older operators
-- write Reconciled alone.

local status = map(obj.status)

local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for NodeConfig", explain(available, ""))
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "NodeConfig is degraded") }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "NodeConfig is progressing") }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "NodeConfig is available") }
end
if available.status == nil and condition(obj, "Reconciled").status == "True" then
  return { status = "Healthy", message = explain(condition(obj, "Reconciled"), "NodeConfig is available") }
end
if available.status == "False" then
  return { status = "Progressing", message = explain(available, "NodeConfig is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for NodeConfig") }
