-- uses: map, text, is_stale
-- vitals:profiles combined
-- What attaches a volume to a node. attached decides; attachError and detachError say what went
-- wrong.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the volume to be attached" }
end
for _, name in ipairs({ "attachError", "detachError" }) do
  local failure = status[name]
  if type(failure) == "table" then
    return { status = "Degraded", message = text(failure.message, name) }
  end
end
if status.attached == true then
  return { status = "Healthy", message = "The volume is attached" }
end
return { status = "Progressing", message = "Waiting for the volume to be attached" }
