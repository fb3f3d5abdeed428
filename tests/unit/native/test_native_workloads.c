/* The workloads of apps/v1, row by row. */
#include "unit/native/cases.h"

/* ------------------------------------------------------------- Deployment */

#define PROGRESS "Waiting for rollout to finish: "
#define DEPLOYMENT_TYPED "failed to convert unstructured Deployment to typed: "

/* clang-format off */
static const native_case deployments[] = {
    { "v1beta1", "unsupported-version", "error",
      "unsupported Deployment GVK: apps/v1beta1, Kind=Deployment", "", "apps/v1beta1" },
    { "upper case version", "unsupported-version", "error",
      "unsupported Deployment GVK: apps/V1, Kind=Deployment", "", "apps/V1" },
    { "no version", "unsupported-version", "error",
      "unsupported Deployment GVK: apps/, Kind=Deployment", "", "apps/" },

    { "replicas is text", "conversion", "error", DEPLOYMENT_TYPED "unrecognized type: int32",
      "'spec':{'replicas':'3'}" },
    { "label is a number", "conversion", "error", DEPLOYMENT_TYPED "cannot convert int64 to string",
      "'metadata':{'labels':{'a':5}}" },
    { "strategy is a number", "conversion", "error",
      DEPLOYMENT_TYPED "cannot convert int64 to v1.DeploymentStrategyType", "'spec':{'strategy':{'type':1}}" },
    { "port deep in the template", "conversion", "error", DEPLOYMENT_TYPED "unrecognized type: int32",
      "'spec':{'template':{'spec':{'containers':[{'ports':[{'containerPort':'80'}]}]}}}" },

    { "paused", "1-paused", "Suspended", "Deployment is paused", "'spec':{'paused':true}" },
    { "paused and stale", "1-paused", "Suspended", "Deployment is paused",
      "'metadata':{'generation':2},'spec':{'paused':true}" },
    { "not observed", "2-observed-generation", "Progressing",
      PROGRESS "observed deployment generation less than desired generation",
      "'metadata':{'generation':1}" },
    { "deadline", "3-progress-deadline", "Degraded", "Deployment \"x\" exceeded its progress deadline",
      "'status':{'conditions':[{'type':'Available'},"
      "{'type':'Progressing','reason':'ProgressDeadlineExceeded','status':'True'}]}" },
    { "deadline whatever the status", "3-progress-deadline", "Degraded",
      "Deployment \"x\" exceeded its progress deadline",
      "'status':{'conditions':[{'type':'Progressing','reason':'ProgressDeadlineExceeded'}]}" },
    { "name is quoted", "3-progress-deadline", "Degraded",
      "Deployment \"a\\tb\" exceeded its progress deadline", "'metadata':{'name':'a\\tb'},"
      "'status':{'conditions':[{'type':'Progressing','reason':'ProgressDeadlineExceeded'}]}" },
    { "only the first condition of a type", "7-healthy", "Healthy", "",
      "'status':{'conditions':[{'type':'Progressing'},"
      "{'type':'Progressing','reason':'ProgressDeadlineExceeded'}]}" },
    { "updating", "4-updating", "Progressing",
      PROGRESS "1 out of 3 new replicas have been updated...",
      "'spec':{'replicas':3},'status':{'updatedReplicas':1}" },
    { "old replicas", "5-old-replicas", "Progressing",
      PROGRESS "2 old replicas are pending termination...",
      "'spec':{'replicas':1},'status':{'replicas':3,'updatedReplicas':1}" },
    { "not available", "6-available", "Progressing",
      PROGRESS "1 of 3 updated replicas are available...",
      "'status':{'replicas':3,'updatedReplicas':3,'availableReplicas':1}" },

    { "nothing at all", "7-healthy", "Healthy", "", "" },
    { "nulls", "7-healthy", "Healthy", "",
      "'spec':{'replicas':null,'paused':null},'status':{'conditions':[null]}" },
    { "rolled out", "7-healthy", "Healthy", "",
      "'metadata':{'generation':3},'spec':{'replicas':2},'status':{'observedGeneration':3,"
      "'replicas':2,'updatedReplicas':2,'availableReplicas':2}" },
    { "integral floats", "7-healthy", "Healthy", "",
      "'spec':{'replicas':1.0},'status':{'updatedReplicas':1e0,'availableReplicas':1.0}" },
    { "int32 wraps", "4-updating", "Progressing",
      PROGRESS "0 out of 1215752191 new replicas have been updated...",
      "'spec':{'replicas':99999999999}" },
};
/* clang-format on */

/* ------------------------------------------------------------- ReplicaSet */

/* clang-format off */
static const native_case replica_sets[] = {
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

/* ------------------------------------------------------------- StatefulSet */

#define READY3 "'status':{'observedGeneration':1,'readyReplicas':3,'currentReplicas':2,"

/* clang-format off */
static const native_case stateful_sets[] = {
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
    { "replicas minus partition wraps at 32 bits", "4-partition-complete", "Healthy",
      "partitioned roll out complete: 1 new pods have been updated...",
      "'spec':{'replicas':2147483647,'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'partition':-1}}},"
      "'status':{'observedGeneration':1,'readyReplicas':2147483647,'updatedReplicas':1}" },
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

/* ------------------------------------------------------------- DaemonSet */

/* clang-format off */
static const native_case daemon_sets[] = {
    { "v2", "unsupported-version", "error", "unsupported DaemonSet GVK: apps/v2, Kind=DaemonSet", "",
      "apps/v2" },
    { "strategy is a number", "conversion", "error",
      "failed to convert unstructured DaemonSet to typed: "
      "cannot convert int64 to v1.DaemonSetUpdateStrategyType",
      "'spec':{'updateStrategy':{'type':1}}" },
    { "not observed", "1-observed-generation", "Progressing",
      "Waiting for rollout to finish: observed daemon set generation less than desired generation",
      "'metadata':{'generation':1}" },
    { "on delete", "2-on-delete", "Healthy", "daemon set 1 out of 3 new pods have been updated",
      "'spec':{'updateStrategy':{'type':'OnDelete'}},"
      "'status':{'updatedNumberScheduled':1,'desiredNumberScheduled':3}" },
    { "updating", "3-updating", "Progressing",
      "Waiting for daemon set \"x\" rollout to finish: 1 out of 3 new pods have been updated...",
      "'status':{'updatedNumberScheduled':1,'desiredNumberScheduled':3}" },
    { "not available", "4-available", "Progressing",
      "Waiting for daemon set \"x\" rollout to finish: 2 of 3 updated pods are available...",
      "'status':{'updatedNumberScheduled':3,'desiredNumberScheduled':3,'numberAvailable':2}" },
    { "rolled out", "5-healthy", "Healthy", "",
      "'status':{'updatedNumberScheduled':3,'desiredNumberScheduled':3,'numberAvailable':3}" },
    { "nothing at all", "5-healthy", "Healthy", "", "" },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("apps", "Deployment", "apps/v1", deployments) +
           NATIVE_RUN("apps", "ReplicaSet", "apps/v1", replica_sets) +
           NATIVE_RUN("apps", "StatefulSet", "apps/v1", stateful_sets) +
           NATIVE_RUN("apps", "DaemonSet", "apps/v1", daemon_sets);
}
