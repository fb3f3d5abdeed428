/* argoproj.io Workflow, row by row. */
#include "unit/native/cases.h"

/* clang-format off */
static const native_case cases[] = {
    { "no status", "1-running", "Progressing", "", "" },
    { "pending", "1-running", "Progressing", "", "'status':{'phase':'Pending'}" },
    { "running", "1-running", "Progressing", "2/3", "'status':{'phase':'Running','message':'2/3'}" },
    { "phase is a number", "1-running", "Progressing", "", "'status':{'phase':5}" },
    { "succeeded", "2-succeeded", "Healthy", "", "'status':{'phase':'Succeeded'}" },
    { "failed", "3-failed", "Degraded", "step a", "'status':{'phase':'Failed','message':'step a'}" },
    { "error", "3-failed", "Degraded", "", "'status':{'phase':'Error'}" },
    { "another phase", "4-other-phase", "Unknown", "", "'status':{'phase':'Foo','message':5}" },
    { "any version", "2-succeeded", "Healthy", "", "'status':{'phase':'Succeeded'}",
      "argoproj.io/v9" },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("argoproj.io", "Workflow", "argoproj.io/v1alpha1", cases);
}
