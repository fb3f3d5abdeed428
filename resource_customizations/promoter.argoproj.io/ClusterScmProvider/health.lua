-- uses: promoter
-- A provider of Git repositories for a whole cluster, of GitOps Promoter. Ready decides.

local noun = "Cluster SCM provider"
return promoter(obj, noun) or { status = "Healthy", message = noun .. " is ready" }
