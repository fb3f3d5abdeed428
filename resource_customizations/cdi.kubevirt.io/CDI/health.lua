-- uses: kubevirt
-- vitals:profiles combined
-- An installation of the Containerized Data Importer. Degraded, Available and Progressing
-- decide, and the phase.

return (kubevirt(obj))
