if obj.status ~= nil and obj.status.failed == 0010 then -- wrong: lua-octal
  return { status = "Degraded" }
end
return { status = "Progressing" }
