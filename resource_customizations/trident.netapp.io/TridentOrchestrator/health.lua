-- uses: map, text, is_stale, waits
-- An installation of Trident. Its status decides.

local status = map(obj.status)

local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for trident installation", state)
end
if state == "Installed" then
  return { status = "Healthy", message = text(status.message, "Trident is installed") }
end
if state == "Error" or state == "Failed" then
  return { status = "Degraded", message = text(status.message, "Trident is not installed") }
end
return { status = "Progressing", message = text(status.message, "Trident: " .. state) }
