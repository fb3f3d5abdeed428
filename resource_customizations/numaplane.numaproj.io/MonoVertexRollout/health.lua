-- uses: numaplane
-- A mono vertex that Numaplane upgrades. Its phase, its upgrade and its child decide.

return (numaplane(obj, "MonoVertexPausingOrPaused"))
