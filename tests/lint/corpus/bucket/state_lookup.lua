local words = { available = "Healthy", creating = "Progressing", failed = "Degraded" }
local state = obj.status and obj.status.atProvider and obj.status.atProvider.state
return { status = words[state or "creating"] or "Unknown", message = state }
