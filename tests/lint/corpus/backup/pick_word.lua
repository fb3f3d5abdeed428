local function pick(a, b, c)
  if a then return a end
  if b then return b end
  return c
end
local s = obj.status or {}
local message = pick(s.failureReason, s.phase, "no phase")
return { status = s.phase == "Completed" and "Healthy" or "Progressing", message = "backup: " .. message }
