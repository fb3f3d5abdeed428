-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- What Open Cluster Management applies to a cluster. Applied, Degraded and Available decide; the
-- manifest that was refused says why.

local status = map(obj.status)

-- The message of the first manifest that could not be applied.
local function refusal()
  for _, entry in ipairs(map(map(status.resourceStatus).manifests)) do
    for _, candidate in ipairs(map(map(entry).conditions)) do
      local found = map(candidate)
      if found.type == "Applied" and found.status == "False" then
        return text(found.message, "")
      end
    end
  end
  return ""
end

local applied = condition(obj, "Applied")
local degraded = condition(obj, "Degraded")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for ManifestWork", explain(available, ""))
end
if applied.status == "False" then
  local message, cause = explain(applied, "ManifestWork is not applied"), refusal()
  if cause ~= "" then
    message = message .. ": " .. cause
  end
  return { status = "Degraded", message = message }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "ManifestWork is degraded") }
end
if available.status == nil then
  return { status = "Progressing", message = "Waiting for ManifestWork" }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "ManifestWork is available") }
end
return { status = "Progressing", message = explain(available, "Waiting for ManifestWork") }
