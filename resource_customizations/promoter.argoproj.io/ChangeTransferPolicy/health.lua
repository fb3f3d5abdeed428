-- uses: map, text, is_stale, condition, explain, waits
-- A promotion to one environment, of GitOps Promoter. Ready decides, then whether the proposed
-- commit is the active one.

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

-- The commit that a branch was rendered from.
local function sha(branch)
  return text(map(branch.dry).sha, "")
end

-- The statuses of commits that are not successful, such as "; tests: pending".
local function unsuccessful(branch)
  local message = ""
  for _, item in ipairs(map(branch.commitStatuses)) do
    local found = map(item)
    if found.phase ~= "success" then
      local phase = text(found.phase, "pending")
      message = message .. "; " .. text(found.key, "unnamed") .. ": " .. phase
    end
  end
  return message
end

local noun = "Change transfer policy"
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

local active = map(status.active)
if sha(active) == "" then
  return { status = "Progressing", message = "The active commit is not known yet" }
end
local proposed = map(status.proposed)
if sha(proposed) == "" then
  return { status = "Progressing", message = "The proposed commit is not known yet" }
end
if sha(active) ~= sha(proposed) then
  local message = "Promotion in progress from " .. sha(active) .. " to " .. sha(proposed)
  return { status = "Progressing", message = message .. unsuccessful(proposed) }
end
local message = "Environment is up-to-date on commit " .. sha(active)
return { status = "Healthy", message = message .. unsuccessful(active) }
