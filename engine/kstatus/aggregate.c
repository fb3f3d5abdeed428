/* Adding statuses up. KSTATUS: polling/aggregator/aggregator.go. */
#include "kstatus/kstatus.h"

vitals_kstatus vt_kstatus_aggregate(const vitals_kstatus *statuses, size_t count,
                                    vitals_kstatus desired) {
    size_t failed = 0, unknown = 0, as_desired = 0;
    for (size_t i = 0; i < count; i++) {
        failed += statuses[i] == VITALS_KSTATUS_FAILED;
        unknown += statuses[i] == VITALS_KSTATUS_UNKNOWN;
        as_desired += statuses[i] == desired;
    }
    if (failed > 0) return VITALS_KSTATUS_FAILED;
    if (unknown > 0) return VITALS_KSTATUS_UNKNOWN;
    return as_desired == count ? desired : VITALS_KSTATUS_IN_PROGRESS;
}
