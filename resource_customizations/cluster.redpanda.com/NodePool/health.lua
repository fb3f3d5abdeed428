-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A pool of brokers of a Redpanda cluster. Bound and Deployed decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for NodePool" }
end
for _, name in ipairs({ "Bound", "Deployed" }) do
  local found = condition(obj, name)
  if found.status == "False" and (found.reason == "Error" or found.reason == "TerminalError") then
    return { status = "Degraded", message = explain(found, "") }
  end
  if found.status ~= "True" then
    return { status = "Progressing", message = explain(found, "Waiting for " .. name) }
  end
end
return { status = "Healthy", message = "All brokers of the pool are deployed" }
