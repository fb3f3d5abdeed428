-- uses: map, text, is_stale, condition, explain, waits
-- A promotion through environments, of GitOps Promoter. Ready decides, then whether every
-- environment has the same commit active as proposed.

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

local noun = "Promotion strategy"
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

local environments = map(status.environments)
local commit = nil
local notes = ""
if #environments == 0 then
  return { status = "Degraded", message = "Promotion strategy has no environments configured" }
end
for _, item in ipairs(environments) do
  local active = map(map(item).active)
  local name = text(map(item).branch, "unnamed")
  if sha(active) == "" then
    return { status = "Progressing", message = "The active commit is not known yet in " .. name }
  end
  local proposed = map(map(item).proposed)
  if sha(proposed) == "" then
    return { status = "Progressing", message = "The proposed commit is not known yet in " .. name }
  end
  if sha(active) ~= sha(proposed) then
    local message = "Promotion in progress for " .. name .. " from " .. sha(active) .. " to "
    message = message .. sha(proposed) .. unsuccessful(proposed)
    return { status = "Progressing", message = message }
  end
  commit = commit or sha(active)
  if sha(active) ~= commit then
    local message = "Waiting for " .. name .. " to get the commit " .. commit
    return { status = "Progressing", message = message }
  end
  notes = notes .. unsuccessful(active)
end
local message = "All environments are up-to-date on commit " .. commit
return { status = "Healthy", message = message .. notes }
