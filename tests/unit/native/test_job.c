/* batch/v1 Job, row by row. */
#include "unit/native/cases.h"

#define CONDITIONS(list) "'status':{'conditions':[" list "]}"

/* clang-format off */
static const native_case cases[] = {
    { "v1beta1", "unsupported-version", "error", "unsupported Job GVK: batch/v1beta1, Kind=Job", "",
      "batch/v1beta1" },
    { "conditions are a map", "conversion", "error",
      "failed to convert unstructured Job to typed: cannot restore slice from map",
      "'status':{'conditions':{}}" },
    { "start time is bogus", "conversion", "error",
      "failed to convert unstructured Job to typed: parsing time \"bogus\" as "
      "\"2006-01-02T15:04:05Z07:00\": cannot parse \"bogus\" as \"2006\"",
      "'status':{'startTime':'bogus'}" },
    { "no status", "1-running", "Progressing", "", "" },
    { "suspend is not read", "1-running", "Progressing", "", "'spec':{'suspend':true}" },
    { "other conditions", "1-running", "Progressing", "", CONDITIONS("{'type':'FailureTarget','status':'True'}") },
    { "failed", "2-failed", "Degraded", "f", CONDITIONS("{'type':'Failed','status':'True','message':'f'}") },
    { "failed whatever the status", "2-failed", "Degraded", "f",
      CONDITIONS("{'type':'Failed','status':'False','message':'f'}") },
    { "the last failure", "2-failed", "Degraded", "f2",
      CONDITIONS("{'type':'Failed','message':'f1'},{'type':'Failed','message':'f2'}") },
    { "failed beats complete", "2-failed", "Degraded", "f",
      CONDITIONS("{'type':'Failed','message':'f'},{'type':'Complete','status':'True','message':'c'}") },
    { "suspended", "3-suspended", "Suspended", "s",
      CONDITIONS("{'type':'Suspended','status':'True','message':'s'}") },
    { "suspended, then complete", "3-suspended", "Suspended", "c",
      CONDITIONS("{'type':'Suspended','status':'True','message':'s'},"
                 "{'type':'Complete','status':'True','message':'c'}") },
    { "resumed", "4-complete", "Healthy", "Job resumed",
      CONDITIONS("{'type':'Suspended','status':'False','message':'Job resumed'}") },
    { "complete", "4-complete", "Healthy", "c",
      CONDITIONS("{'type':'Complete','status':'True','message':'c'}") },
    { "complete whatever the status", "4-complete", "Healthy", "c",
      CONDITIONS("{'type':'Complete','status':'False','message':'c'}") },
};
/* clang-format on */

int main(void) {
    return NATIVE_RUN("batch", "Job", "batch/v1", cases);
}
