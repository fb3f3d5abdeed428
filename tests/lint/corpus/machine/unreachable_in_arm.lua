if obj.status and obj.status.ready then
  do
    return { status = "Healthy" }
  end
  local x = obj.status.printableStatus -- wrong: lua-unreachable, lua-unused
end
return { status = "Progressing" }
