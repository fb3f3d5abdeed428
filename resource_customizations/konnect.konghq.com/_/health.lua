-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Every kind of konnect.konghq.com: what Konnect holds for it. Programmed decides. What holds
-- credentials has APIAuthValid instead, and an extension Ready.

local status = map(obj.status)

local programmed = condition(obj, "Programmed")
for _, name in ipairs({ "APIAuthValid", "Ready" }) do
  if programmed.status == nil then
    programmed = condition(obj, name)
  end
end
if is_stale(obj, status.observedGeneration) or programmed.status == nil then
  return waits("Waiting for the object", explain(programmed, ""))
end
if programmed.status == "True" then
  return { status = "Healthy", message = text(programmed.message, "It is programmed") }
end
if programmed.status == "False" then
  return { status = "Degraded", message = explain(programmed, "It is not programmed") }
end
return { status = "Progressing", message = explain(programmed, "Waiting for the object") }
