local s = obj.status or {}
local text = assert(s.printableStatus or "unknown", "no text")
return { status = s.ready and "Healthy" or "Progressing", message = "state " .. text }
