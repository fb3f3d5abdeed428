-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An installation of Velero by the OADP operator. Reconciled decides.

local status = map(obj.status)

local reconciled = condition(obj, "Reconciled")
if is_stale(obj, status.observedGeneration) or reconciled.status == nil then
  return { status = "Progressing", message = "Waiting for DataProtectionApplication" }
end
if reconciled.status == "True" then
  return {
    status = "Healthy",
    message = text(reconciled.message, "DataProtectionApplication is reconciled"),
  }
end
if reconciled.status == "False" then
  return {
    status = "Degraded",
    message = explain(reconciled, "DataProtectionApplication is not reconciled"),
  }
end
return {
  status = "Progressing",
  message = explain(reconciled, "Waiting for DataProtectionApplication"),
}
