-- uses: map, text, is_stale, condition, explain, waits
-- A Spin application: it has the conditions of its deployment. Of Available and Progressing that
-- counts which changed last; times are RFC 3339 in UTC, so their text is in order.

local status = map(obj.status)

local waiting = "Waiting for SpinApp"
local available = condition(obj, "Available")
local progressing = condition(obj, "Progressing")
if is_stale(obj, status.observedGeneration) then
  return waits(waiting, explain(available, ""))
end
if progressing.status == "False" then
  return { status = "Degraded", message = explain(progressing, "The rollout has failed") }
end

local since = text(available.lastTransitionTime, "")
if progressing.status == "True" and text(progressing.lastTransitionTime, "") >= since then
  return { status = "Progressing", message = explain(progressing, waiting) }
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "SpinApp is available") }
end
if available.status == "False" then
  return { status = "Degraded", message = explain(available, "SpinApp is not available") }
end
return { status = "Progressing", message = explain(available, waiting) }
