-- uses: numaplane
-- A pipeline that Numaplane upgrades. Its phase, its upgrade and its child decide.

return (numaplane(obj, "PipelinePausingOrPaused"))
