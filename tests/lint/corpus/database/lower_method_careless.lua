local phase = (obj.status or {}).phase
if phase:lower():find("healthy", 1, true) then -- wrong: lua-nil-index, lua-library-needed
  return { status = "Healthy" }
end
return { status = "Degraded" }
