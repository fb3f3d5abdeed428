-- uses: map, text, is_stale
-- A policy on certificates of Open Cluster Management. Its compliance decides.

local status = map(obj.status)

-- In how many namespaces a certificate does not comply, and the first one in alphabetical order.
local details = map(status.compliancyDetails)
local first, found = "", 0
for name, detail in pairs(details) do
  local counts = (tonumber(map(detail).nonCompliantCertificates) or 0) > 0
  local word = tostring(name)
  found = counts and found + 1 or found
  if counts and (first == "" or word < first) then
    first = word
  end
end

if is_stale(obj, status.observedGeneration) or status.compliant == nil then
  return { status = "Progressing", message = "Waiting for the status to be reported" }
end
if status.compliant == "Compliant" then
  return { status = "Healthy", message = "All certificates found comply with the policy" }
end
if status.compliant == "NonCompliant" then
  local message = "A certificate does not comply with the policy"
  if found > 0 then
    message = message .. " in " .. found .. " namespace(s), such as " .. first
  end
  local detail = text(map(details[first]).message, "")
  return { status = "Degraded", message = detail == "" and message or message .. ": " .. detail }
end
return { status = "Progressing", message = "The compliance is not known yet" }
