-- uses: map, text, promoter
-- The status of a commit, of GitOps Promoter. Ready says whether it was reported, whatever its
-- phase.

local status = map(obj.status)
local words = " reports " .. text(status.phase, "nothing")
return promoter(obj, "Commit status") or {
  status = "Healthy",
  message = "Commit status for commit " .. text(status.sha, "unknown") .. words,
}
