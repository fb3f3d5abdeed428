local count = 0
local function bump() count = count + 1 end
if not pcall(function() return obj.status.progress.totalItems end) then -- wrong: lua-captured-local
  bump()
end
return { status = count > 0 and "Progressing" or "Healthy" }
