-- uses: kyverno
-- A policy of Kyverno that validates. conditionStatus.ready says whether it is in force, its
-- conditions why not.

return (kyverno(obj))
