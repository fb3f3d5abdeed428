-- uses: promoter
-- A provider of Git repositories, of GitOps Promoter. Ready decides.

local noun = "SCM provider"
return promoter(obj, noun) or { status = "Healthy", message = noun .. " is ready" }
