-- uses: numaplane
-- A controller of Numaflow that Numaplane upgrades. Its phase, its upgrade and its child decide.

return (numaplane(obj))
