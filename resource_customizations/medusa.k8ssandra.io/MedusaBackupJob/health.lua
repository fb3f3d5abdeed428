-- uses: medusa
-- A backup of Cassandra. The nodes that have failed or finished decide; without
-- observedGeneration nothing is known.

return (medusa(obj))
