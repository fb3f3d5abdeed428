local st = obj.status
if st == nil or (st.observedGeneration ~= nil and st.observedGeneration < obj.metadata.generation) then
  return { status = "Progressing", message = "Waiting for the controller to see this generation" }
end

local ready = nil
for _, c in ipairs(st.conditions or {}) do
  if c.type == "Ready" then
    ready = c
  end
end

if ready == nil then
  return { status = "Progressing", message = "No Ready condition yet" }
end
if ready.status == "True" then
  return { status = "Healthy", message = ready.message or "" }
end
if ready.status == "False" then
  return { status = "Degraded", message = ready.message or ready.reason or "Not ready" }
end
return { status = "Progressing", message = ready.message or "" }
