-- uses: medusa
-- A task of Medusa. The nodes that have failed or finished decide; without observedGeneration
-- nothing is known.

return (medusa(obj))
