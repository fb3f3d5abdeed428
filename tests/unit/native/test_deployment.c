/* apps/v1 Deployment, row by row. */
#include "unit/native/cases.h"

#define PROGRESS "Waiting for rollout to finish: "
#define TYPED "failed to convert unstructured Deployment to typed: "

/* clang-format off */
static const native_case cases[] = {
    { "v1beta1", "unsupported-version", "error",
      "unsupported Deployment GVK: apps/v1beta1, Kind=Deployment", "", "apps/v1beta1" },
    { "upper case version", "unsupported-version", "error",
      "unsupported Deployment GVK: apps/V1, Kind=Deployment", "", "apps/V1" },
    { "no version", "unsupported-version", "error",
      "unsupported Deployment GVK: apps/, Kind=Deployment", "", "apps/" },

    { "replicas is text", "conversion", "error", TYPED "unrecognized type: int32",
      "'spec':{'replicas':'3'}" },
    { "label is a number", "conversion", "error", TYPED "cannot convert int64 to string",
      "'metadata':{'labels':{'a':5}}" },
    { "strategy is a number", "conversion", "error",
      TYPED "cannot convert int64 to v1.DeploymentStrategyType", "'spec':{'strategy':{'type':1}}" },
    { "port deep in the template", "conversion", "error", TYPED "unrecognized type: int32",
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

int main(void) {
    return NATIVE_RUN("apps", "Deployment", "apps/v1", cases);
}
