-- uses: map, text, is_stale, condition, explain, waits
-- A gate that opens after some time, of GitOps Promoter. Ready decides, then the phases of the
-- environments.

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

-- The branches of the environments in a phase.
local function branches(phase)
  local message = ""
  for _, item in ipairs(map(status.environments)) do
    local environment = map(item)
    if text(environment.phase, "pending") == phase then
      message = message .. " " .. text(environment.branch, "unnamed")
    end
  end
  return message
end

local noun = "Timed commit gate"
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

local failed = branches("failure")
if failed ~= "" then
  return { status = "Degraded", message = noun .. " failed for" .. failed }
end
local pending = branches("pending")
if pending ~= "" then
  return { status = "Progressing", message = noun .. " is pending for" .. pending }
end
local count = tostring(#map(status.environments))
return { status = "Healthy", message = noun .. " passed for " .. count .. " environment(s)" }
