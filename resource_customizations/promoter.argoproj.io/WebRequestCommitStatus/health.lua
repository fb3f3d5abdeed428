-- uses: promoter_gate
-- A check of commits by HTTP, of GitOps Promoter. Ready decides, then the phases of the
-- environments.

return (promoter_gate(obj, "Web request validation"))
