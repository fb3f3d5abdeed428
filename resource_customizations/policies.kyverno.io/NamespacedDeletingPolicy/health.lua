-- uses: kyverno
-- A policy of Kyverno that deletes, for one namespace. conditionStatus.ready says whether
-- it is in force, its conditions why not.
-- Facts: kyverno/kyverno, pkg/controllers/deleting/controller.go writes lastExecutionTime alone.

return (kyverno(obj))
