-- uses: map, text, promoter
-- A pull request of GitOps Promoter. Ready decides.

local status = map(obj.status)
local words = text(status.id, "unnamed") .. " is " .. text(status.state, "ready")
local noun = "Pull request"
return promoter(obj, noun) or { status = "Healthy", message = noun .. " " .. words }
