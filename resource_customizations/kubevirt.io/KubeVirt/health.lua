-- uses: kubevirt
-- vitals:profiles combined
-- An installation of KubeVirt. Degraded, Available and Progressing decide, and the phase.

return (kubevirt(obj))
