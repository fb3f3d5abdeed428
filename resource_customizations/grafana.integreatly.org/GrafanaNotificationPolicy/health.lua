-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- The notification policy of Grafana. NotificationPolicySynchronized says whether all matching
-- instances have it, and NoMatchingInstance whether there are none.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for GrafanaNotificationPolicy" }
end
for _, name in ipairs({ "InvalidSpec", "NoMatchingInstance" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end

local synchronized = condition(obj, "NotificationPolicySynchronized")
if synchronized.status == "True" then
  return {
    status = "Healthy",
    message = text(synchronized.message, "GrafanaNotificationPolicy is synchronized"),
  }
end
if synchronized.status == "False" then
  return {
    status = "Degraded",
    message = explain(synchronized, "GrafanaNotificationPolicy is not synchronized"),
  }
end
return {
  status = "Progressing",
  message = explain(synchronized, "Waiting for GrafanaNotificationPolicy"),
}
