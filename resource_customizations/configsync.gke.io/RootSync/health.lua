-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- What Config Sync applies to a cluster. Stalled, Reconciling and Syncing decide; errorSummary
-- counts what went wrong, and the errors of the source, the rendering and the sync name it.

local status = map(obj.status)

local syncing = condition(obj, "Syncing")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for RootSync", explain(syncing, ""))
end
for _, name in ipairs({ "Stalled", "ReconcilerFinalizerFailure" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name .. " is True") }
  end
end
local errors = tonumber(map(syncing.errorSummary).totalCount) or 0
if errors > 0 then
  local message = explain(syncing, "Syncing") .. ": "
  message = message .. (errors == 1 and "1 error" or errors .. " errors")
  for _, name in ipairs({ "source", "rendering", "sync" }) do
    local cause = text(map(map(map(status[name]).errors)[1]).errorMessage, "")
    if cause ~= "" then
      return { status = "Degraded", message = message .. ": " .. cause }
    end
  end
  return { status = "Degraded", message = message }
end
local reconciling = condition(obj, "Reconciling")
if reconciling.status == "True" then
  return { status = "Progressing", message = explain(reconciling, "RootSync is reconciling") }
end
if syncing.status == "False" then
  return { status = "Healthy", message = explain(syncing, "In sync") }
end
return { status = "Progressing", message = explain(syncing, "Waiting for RootSync") }
