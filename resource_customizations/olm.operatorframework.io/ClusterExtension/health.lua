-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- An extension that OLM 1 installs. Installed decides;
-- Progressing says what keeps it.

-- Reasons of Progressing that do not pass by themselves.
local stuck = { Blocked = true, InvalidConfiguration = true, ProgressDeadlineExceeded = true }
-- Reasons that need help.
local failures = { Failed = true }

local status = map(obj.status)

local installed = condition(obj, "Installed")
if is_stale(obj, status.observedGeneration) or installed.status == nil then
  return waits("Waiting for ClusterExtension", explain(installed, ""))
end
local progressing = condition(obj, "Progressing")
if stuck[text(progressing.reason, "")] then
  return { status = "Degraded", message = text(progressing.message, progressing.reason) }
end
if installed.status == "True" then
  return { status = "Healthy", message = text(installed.message, "ClusterExtension is installed") }
end
if installed.status == "False" and failures[text(installed.reason, "")] then
  return { status = "Degraded", message = explain(installed, "ClusterExtension is not installed") }
end
return {
  status = "Progressing",
  message = explain(progressing, explain(installed, "Waiting for ClusterExtension")),
}
