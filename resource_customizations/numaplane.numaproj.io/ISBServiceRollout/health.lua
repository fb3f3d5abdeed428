-- uses: numaplane
-- An inter-step buffer service that Numaplane upgrades. Its phase, its upgrade and its child
-- decide.

return (numaplane(obj))
