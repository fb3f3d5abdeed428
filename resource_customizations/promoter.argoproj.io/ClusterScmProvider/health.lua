-- uses: map, text, is_stale, condition, explain, waits
-- A provider of Git repositories for a whole cluster, of GitOps Promoter. Ready decides.

local status = map(obj.status)

-- What the deletion waits for.
local function finalizers()
  local message = ""
  for _, name in ipairs(map(map(obj.metadata).finalizers)) do
    message = message .. "; waiting for finalizer " .. text(name, "unnamed")
  end
  return message
end

-- Releases before 0.10 write booleans instead of texts.
local function is(of, wanted)
  return of.status == wanted or of.status == (wanted == "True")
end

local noun = "Cluster SCM provider"
if map(obj.metadata).deletionTimestamp ~= nil then
  return { status = "Progressing", message = noun .. " is being deleted" .. finalizers() }
end

local ready = condition(obj, "Ready")
-- argoproj-labs/gitops-promoter, internal/utils/utils.go, HandleReconciliationResult: a failure may leave
-- .status.observedGeneration behind, while the condition is of this generation.
local fails = is(ready, "False") and ready.observedGeneration ~= nil
if ready.status == nil or (is_stale(obj, status.observedGeneration) and not fails) then
  return waits("Waiting for " .. noun, explain(ready, ""))
end
if is(ready, "False") then
  return { status = "Degraded", message = noun .. " failed: " .. explain(ready, "no details") }
end
if not is(ready, "True") then
  return { status = "Progressing", message = noun .. ": " .. explain(ready, "not known yet") }
end

return { status = "Healthy", message = noun .. " is ready" }
