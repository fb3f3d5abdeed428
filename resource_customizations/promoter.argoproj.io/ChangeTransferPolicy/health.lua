-- uses: map, promoter, promoter_commit
-- A promotion to one environment, of GitOps Promoter. Ready decides, then whether the proposed
-- commit is the active one.

local wrong = promoter(obj, "Change transfer policy")
if wrong then
  return wrong
end

local active, notes = promoter_commit(map(obj.status).active)
local proposed, checks = promoter_commit(map(obj.status).proposed)
if active == "" then
  return { status = "Progressing", message = "The active commit is not known yet" }
end
if proposed == "" then
  return { status = "Progressing", message = "The proposed commit is not known yet" }
end
if active ~= proposed then
  local message = "Promotion in progress from " .. active .. " to " .. proposed .. checks
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = "Environment is up-to-date on commit " .. active .. notes }
