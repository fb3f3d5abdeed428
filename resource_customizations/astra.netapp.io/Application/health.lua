-- uses: map, text, is_stale, condition, explain, waits
-- An application that is protected: Ready decides, and protectionStateDetails say what is
-- missing.

local status = map(obj.status)

-- The details of the protection in one line, or another text.
local function details(otherwise)
  local all = ""
  for _, detail in ipairs(map(status.protectionStateDetails)) do
    all = all .. (all == "" and "" or ", ") .. text(detail, "?")
  end
  return text(all, otherwise)
end

local waiting = "Waiting for Application"
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return waits(waiting, explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = "Application is ready" }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, details("Application is not ready")) }
end
return { status = "Progressing", message = explain(ready, waiting) }
