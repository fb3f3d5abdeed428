-- uses: promoter_gate
-- A check of commits, of GitOps Promoter. Ready decides, then the phases of the environments.

return (promoter_gate(obj, "Git commit validation"))
