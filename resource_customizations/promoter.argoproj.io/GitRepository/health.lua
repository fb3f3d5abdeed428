-- uses: promoter
-- A Git repository of GitOps Promoter. Ready decides.

local noun = "Git repository"
return promoter(obj, noun) or { status = "Healthy", message = noun .. " is ready" }
