/* apps/v1 ReplicaSet, row by row. */
#include "unit/native/cases.h"

/* clang-format off */
static const native_case cases[] = {
    { "v2", "unsupported-version", "error", "unsupported ReplicaSet GVK: apps/v2, Kind=ReplicaSet", "",
      "apps/v2" },
    { "available is a bool", "conversion", "error",
      "failed to convert unstructured ReplicaSet to typed: unrecognized type: int32",
      "'status':{'availableReplicas':true}" },
    { "not observed", "1-observed-generation", "Progressing",
      "Waiting for rollout to finish: observed replica set generation less than desired generation",
      "'metadata':{'generation':2},'status':{'observedGeneration':1}" },
    { "failure", "2-replica-failure", "Degraded", "quota",
      "'status':{'conditions':[{'type':'ReplicaFailure','status':'True','message':'quota'}]}" },
    { "failure without message", "2-replica-failure", "Degraded", "",
      "'status':{'conditions':[{'type':'ReplicaFailure','status':'True'}]}" },
    { "failure is over", "4-healthy", "Healthy", "",
      "'status':{'conditions':[{'type':'ReplicaFailure','status':'False','message':'quota'}]}" },
    { "not available", "3-available", "Progressing",
      "Waiting for rollout to finish: 1 out of 2 new replicas are available...",
      "'spec':{'replicas':2},'status':{'availableReplicas':1}" },
    { "available", "4-healthy", "Healthy", "", "'spec':{'replicas':2},'status':{'availableReplicas':2}" },
    { "without replicas", "4-healthy", "Healthy", "", "" },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("apps", "ReplicaSet", "apps/v1", cases);
}
