/* Until kstatus lands: only its last rule holds. */
#include "kstatus/kstatus.h"

static vt_kstatus_result last_resort(void) {
    vt_kstatus_result result = { 0 };
    result.status = VITALS_KSTATUS_CURRENT;
    result.message = VT_TEXT("Resource is current");
    result.last_resort = true;
    return result;
}
vt_kstatus_result vt_kstatus_compute(const vt_evaluation *evaluation) { (void)evaluation; return last_resort(); }
vt_kstatus_result vt_kstatus_flux_job(const vt_evaluation *evaluation) { (void)evaluation; return last_resort(); }
vt_kstatus_result vt_kstatus_read(const vt_evaluation *evaluation) { (void)evaluation; return last_resort(); }
const char *vt_kstatus_row_at(size_t index) { (void)index; return NULL; }
vitals_kstatus vt_kstatus_aggregate(const vitals_kstatus *statuses, size_t count, vitals_kstatus desired) {
    (void)statuses, (void)count, (void)desired;
    return VITALS_KSTATUS_UNKNOWN;
}
vitals_status vt_kstatus_augment(const vt_evaluation *evaluation, vitals_document **out, vitals_diagnostics *diagnostics) {
    (void)evaluation, (void)out, (void)diagnostics;
    return VITALS_EINVAL;
}
