-- uses: promoter_gate
-- A gate that opens after some time, of GitOps Promoter. Ready decides, then the phases of the
-- environments.

return (promoter_gate(obj, "Timed commit gate"))
