local parts = {}
for key, value in pairs(obj.metadata.labels) do -- wrong: lua-nil-argument
  parts[#parts + 1] = key .. "=" .. value
end
return { status = "Healthy", message = table.concat(parts, ",") }
