local s = obj.status
if s == nil then
  error("no status")
end
if s.ready then
  return { status = "Healthy" }
end
return { status = "Progressing", message = s.printableStatus }
