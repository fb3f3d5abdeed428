local hs = {}
local status = obj.status
if status == null then
  hs.status = "Progressing"
  hs.message = "Ledger is opened"
  return hs
end
if status.balanced then
  hs.status = "Healthy"
  hs.message = "Ledger is balanced"
  return hs
end
hs.status = "Degraded"
hs.message = "Ledger is not balanced"
return hs
