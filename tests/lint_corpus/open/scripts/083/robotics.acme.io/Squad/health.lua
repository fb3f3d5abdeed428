local st = obj.status or {}
local ready = st.readyReplicas or 0
local desired = obj.spec.replicas or 1
if st.observedGeneration == nil or st.observedGeneration ~= obj.metadata.generation then
  return { status = "Progressing", message = "Waiting for the controller" }
end
if ready >= desired then
  return { status = "Healthy", message = "Squad is ready" }
end
return { status = "Progressing", message = "Squad has " .. ready .. " of " .. desired }
