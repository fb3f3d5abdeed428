/* v1 Pod, row by row. */
#include "unit/native/cases.h"

#define TYPED "failed to convert unstructured Pod to typed: "
#define ALWAYS "'spec':{'restartPolicy':'Always'},"
#define NEVER "'spec':{'restartPolicy':'Never'},"
#define IGNORED(more)                                                                              \
    "'metadata':{'annotations':{'argocd.argoproj.io/ignore-restart-policy':'true'" more "}},"
#define READY "'conditions':[{'type':'Ready','status':'True'}]"
#define WAITING(reason, message)                                                                   \
    "{'state':{'waiting':{'reason':'" reason "','message':'" message "'}}}"
#define TERMINATED(rest) "{'name':'c','state':{'terminated':{" rest "}}}"

/* clang-format off */
static const native_case cases[] = {
    { "v2", "unsupported-version", "error", "unsupported Pod GVK: /v2, Kind=Pod", "", "v2" },
    { "phase is a number", "conversion", "error", TYPED "cannot convert int64 to v1.PodPhase",
      "'status':{'phase':1}" },
    { "start time is a number", "conversion", "error",
      TYPED "json: cannot unmarshal number into Go value of type string", "'status':{'startTime':1}" },

    { "waiting", "1-waiting", "Degraded", "e1, e2",
      ALWAYS "'status':{'phase':'Pending','containerStatuses':["
      WAITING("ErrImagePull", "e1") ",{}," WAITING("CrashLoopBackOff", "e2") "]}" },
    { "waiting without message", "1-waiting", "Degraded", "",
      ALWAYS "'status':{'phase':'Pending','containerStatuses':[{'state':{'waiting':"
      "{'reason':'CreateContainerConfigError'}}}]}" },
    { "waiting in any phase", "1-waiting", "Degraded", "e",
      ALWAYS "'status':{'phase':'Running'," READY ",'containerStatuses':[" WAITING("RunError", "e") "]}" },
    { "waiting with the policy ignored", "1-waiting", "Degraded", "e",
      IGNORED("") NEVER "'status':{'containerStatuses':[" WAITING("XBackOff", "e") "]}" },
    { "waiting for good reason", "2-pending", "Progressing", "m",
      ALWAYS "'status':{'phase':'Pending','message':'m','containerStatuses':["
      WAITING("ContainerCreating", "e") "]}" },
    { "init containers do not count", "2-pending", "Progressing", "",
      ALWAYS "'status':{'phase':'Pending','initContainerStatuses':["
      WAITING("CrashLoopBackOff", "e") "]}" },
    { "a pod that stops may wait", "2-pending", "Progressing", "pm",
      NEVER "'status':{'phase':'Pending','message':'pm','containerStatuses':["
      WAITING("ImagePullBackOff", "e") "]}" },
    { "succeeded", "3-succeeded", "Healthy", "done", "'status':{'phase':'Succeeded','message':'done'}" },
    { "failed", "4-failed", "Degraded", "evicted", "'status':{'phase':'Failed','message':'evicted'}" },
    { "failed with a message of the container", "5-failed-container", "Degraded", "boom",
      "'status':{'phase':'Failed','containerStatuses':[" TERMINATED("'exitCode':0") ","
      TERMINATED("'exitCode':1,'message':'boom'") "]}" },
    { "out of memory", "5-failed-container", "Degraded", "OOMKilled",
      NEVER "'status':{'phase':'Failed','containerStatuses':[" TERMINATED("'exitCode':0") ","
      TERMINATED("'exitCode':137,'reason':'OOMKilled'") "]}" },
    { "init containers first", "5-failed-container", "Degraded", "container \"c\" failed with exit code 3",
      "'status':{'phase':'Failed','containerStatuses':[" TERMINATED("'exitCode':2") "],"
      "'initContainerStatuses':[" TERMINATED("'exitCode':3") "]}" },
    { "failed and nobody knows why", "6-failed-silently", "Degraded", "",
      "'status':{'phase':'Failed','containerStatuses':[{}," TERMINATED("'exitCode':0") "]}" },
    { "ready", "7-ready", "Healthy", "", ALWAYS "'status':{'phase':'Running'," READY "}" },
    { "ready with the policy ignored", "7-ready", "Healthy", "",
      IGNORED("") NEVER "'status':{'phase':'Running'," READY "}" },
    { "only the first Ready", "9-not-ready", "Progressing", "",
      ALWAYS "'status':{'phase':'Running','conditions':[{'type':'Ready','status':'False'},"
      "{'type':'Ready','status':'True'}]}" },
    { "restarted", "8-restarted", "Degraded", "",
      ALWAYS "'status':{'phase':'Running','containerStatuses':[{},{'lastState':{'terminated':"
      "{'exitCode':0}}}]}" },
    { "not ready", "9-not-ready", "Progressing", "", ALWAYS "'status':{'phase':'Running'}" },
    { "running once", "10-running-once", "Progressing", "m",
      NEVER "'status':{'phase':'Running','message':'m'," READY "}" },
    { "running on failure", "10-running-once", "Progressing", "",
      "'spec':{'restartPolicy':'OnFailure'},'status':{'phase':'Running'}" },
    { "a hook does not ignore the policy", "10-running-once", "Progressing", "",
      IGNORED(",'argocd.argoproj.io/hook':'PreSync'") NEVER "'status':{'phase':'Running'," READY "}" },
    { "a skipped hook does", "7-ready", "Healthy", "",
      IGNORED(",'argocd.argoproj.io/hook':'Skip'") NEVER "'status':{'phase':'Running'," READY "}" },
    { "running without policy", "11-other", "Unknown", "", "'status':{'phase':'Running'," READY "}" },
    { "running with an unknown policy", "11-other", "Unknown", "",
      "'spec':{'restartPolicy':'Foo'},'status':{'phase':'Running'," READY "}" },
    { "no status", "11-other", "Unknown", "", "" },
    { "another phase", "11-other", "Unknown", "m", ALWAYS "'status':{'phase':'running','message':'m'}" },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("", "Pod", "v1", cases);
}
