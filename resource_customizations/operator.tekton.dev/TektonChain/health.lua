-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Tekton Chains, by the operator. Ready decides; what failed before or after the
-- installation, or is still to come, is in the other conditions.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for TektonChain" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "TektonChain is ready") }
end
for _, name in ipairs({ "PreReconciler", "PostReconciler" }) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
for _, name in ipairs({ "DependenciesInstalled", "InstallerSetReady" }) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Progressing", message = explain(found, name .. " is False") }
  end
end
return { status = "Progressing", message = explain(ready, "Waiting for TektonChain") }
