local annotations = obj.metadata.annotations or {}
local labels = obj.metadata.labels
if annotations["tenancy.acme.io/paused"] == "true" then
  return { status = "Suspended", message = "Paused by an annotation" }
end
local st = obj.status
if not (st and st.state) then
  return { status = "Progressing", message = "Tenant has no state yet" }
end
local team = labels ~= nil and labels["tenancy.acme.io/team"] or "no team"
if st.state == "Active" then
  return { status = "Healthy", message = "Active for " .. team }
elseif st.state == "Cordoned" then
  return { status = "Suspended", message = "Cordoned for " .. team }
end
return { status = "Degraded", message = "State " .. st.state .. " for " .. team }
