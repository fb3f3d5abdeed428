-- uses: map, text, is_stale
-- vitals:profiles combined
-- A Dragonfly database. Its phase decides.

local states = {
  ready = "Healthy", Ready = "Healthy", ["resources-created"] = "Progressing",
  ["resources-updated"] = "Progressing", ["configuring-replication"] = "Progressing",
  ["rolling-update"] = "Progressing",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Dragonfly" }
end
return { status = states[phase] or "Progressing", message = "Dragonfly is " .. phase }
