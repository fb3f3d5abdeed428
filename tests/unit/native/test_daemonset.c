/* apps/v1 DaemonSet, row by row. */
#include "unit/native/cases.h"

/* clang-format off */
static const native_case cases[] = {
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
    return NATIVE_RUN("apps", "DaemonSet", "apps/v1", cases);
}
