/* apps/v1 StatefulSet, row by row. */
#include "unit/native/cases.h"

#define READY3 "'status':{'observedGeneration':1,'readyReplicas':3,'currentReplicas':2,"

/* clang-format off */
static const native_case cases[] = {
    { "v1beta1", "unsupported-version", "error",
      "unsupported StatefulSet GVK: apps/v1beta1, Kind=StatefulSet", "", "apps/v1beta1" },
    { "service name is a bool", "conversion", "error",
      "failed to convert unstructured StatefulSet to typed: unrecognized type: string",
      "'spec':{'serviceName':true}" },
    { "no status", "1-observed-generation", "Progressing",
      "Waiting for statefulset spec update to be observed...", "" },
    { "never observed", "1-observed-generation", "Progressing",
      "Waiting for statefulset spec update to be observed...", "'status':{'observedGeneration':0}" },
    { "stale", "1-observed-generation", "Progressing",
      "Waiting for statefulset spec update to be observed...",
      "'metadata':{'generation':2},'status':{'observedGeneration':1}" },
    { "not ready", "2-ready", "Progressing", "Waiting for 2 pods to be ready...",
      "'spec':{'replicas':3},'status':{'observedGeneration':1,'readyReplicas':1}" },
    { "partition", "3-partition", "Progressing",
      "Waiting for partitioned roll out to finish: 1 out of 2 new pods have been updated...",
      "'spec':{'replicas':3,'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'partition':1}}},"
      READY3 "'updatedReplicas':1}" },
    { "partition done", "4-partition-complete", "Healthy",
      "partitioned roll out complete: 2 new pods have been updated...",
      "'spec':{'replicas':3,'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'partition':1}}},"
      READY3 "'updatedReplicas':2}" },
    { "an empty rollingUpdate counts", "4-partition-complete", "Healthy",
      "partitioned roll out complete: 1 new pods have been updated...",
      "'spec':{'replicas':3,'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{}}},"
      READY3 "'updatedReplicas':1}" },
    { "partition without replicas", "4-partition-complete", "Healthy",
      "partitioned roll out complete: 0 new pods have been updated...",
      "'spec':{'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'partition':1}}},"
      READY3 "'updatedReplicas':0}" },
    { "on delete", "5-on-delete", "Healthy", "statefulset has 3 ready pods",
      "'spec':{'updateStrategy':{'type':'OnDelete'}}," READY3 "'updateRevision':'a'}" },
    { "another revision", "6-revision", "Progressing",
      "waiting for statefulset rolling update to complete 1 pods at revision a...",
      "'spec':{'replicas':3,'updateStrategy':{'type':'RollingUpdate'}},"
      READY3 "'updatedReplicas':1,'updateRevision':'a','currentRevision':'b'}" },
    { "a null rollingUpdate does not count", "7-healthy", "Healthy",
      "statefulset rolling update complete 2 pods at revision b...",
      "'spec':{'replicas':3,'updateStrategy':{'type':'RollingUpdate','rollingUpdate':null}},"
      READY3 "'updateRevision':'b','currentRevision':'b'}" },
    { "nothing but observed", "7-healthy", "Healthy",
      "statefulset rolling update complete 0 pods at revision ...",
      "'metadata':{'generation':2},'spec':{},'status':{'observedGeneration':2}" },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("apps", "StatefulSet", "apps/v1", cases);
}
