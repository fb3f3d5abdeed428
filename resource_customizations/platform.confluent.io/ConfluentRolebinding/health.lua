-- uses: map, text, is_stale
-- vitals:profiles combined
-- A role binding of Confluent for Kubernetes. appState decides.

local states = {
  Created = "Healthy", Unknown = "Progressing", Deleted = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local appState = text(status.appState, "")
if is_stale(obj, status.observedGeneration) or appState == "" then
  return { status = "Progressing", message = "Waiting for ConfluentRolebinding" }
end
return { status = states[appState] or "Progressing", message = "ConfluentRolebinding is " .. appState }
