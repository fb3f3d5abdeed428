-- uses: kyverno
-- A policy of Kyverno that validates images, for one namespace. conditionStatus.ready says
-- whether it is in force, its conditions why not.

return (kyverno(obj))
