-- uses: map, text, promoter, promoter_commit
-- A promotion through environments, of GitOps Promoter. Ready decides, then whether every
-- environment has the same commit active as proposed.

local wrong = promoter(obj, "Promotion strategy")
if wrong then
  return wrong
end

local environments = map(map(obj.status).environments)
local commit, all = nil, ""
if #environments == 0 then
  return { status = "Degraded", message = "Promotion strategy has no environments configured" }
end
for _, item in ipairs(environments) do
  local name = text(map(item).branch, "unnamed")
  local active, notes = promoter_commit(map(item).active)
  local proposed, checks = promoter_commit(map(item).proposed)
  if active == "" then
    return { status = "Progressing", message = "The active commit is not known yet in " .. name }
  end
  if proposed == "" then
    return { status = "Progressing", message = "The proposed commit is not known yet in " .. name }
  end
  if active ~= proposed then
    local message = "Promotion in progress for " .. name .. " from " .. active .. " to "
    return { status = "Progressing", message = message .. proposed .. checks }
  end
  commit = commit or active
  if active ~= commit then
    local message = "Waiting for " .. name .. " to get the commit " .. commit
    return { status = "Progressing", message = message }
  end
  all = all .. notes
end
local message = "All environments are up-to-date on commit " .. commit
return { status = "Healthy", message = message .. all }
