/* The liveness of a connection. */
#include "cluster/transport/liveness.h"

void vt_liveness_begin(vt_liveness *liveness, int64_t now_ms) {
    *liveness = (vt_liveness){ now_ms, VT_NEVER };
}

void vt_liveness_heard(vt_liveness *liveness, int64_t now_ms) {
    vt_liveness_begin(liveness, now_ms);
}

void vt_liveness_asked(vt_liveness *liveness, int64_t now_ms) {
    liveness->asked_ms = now_ms;
}

int64_t vt_liveness_due_ms(const vt_liveness *liveness) {
    return liveness->asked_ms == VT_NEVER ? liveness->heard_ms + VT_LIVENESS_QUIET_MS
                                          : liveness->asked_ms + VT_LIVENESS_PROBE_MS;
}

vt_liveness_verdict vt_liveness_at(const vt_liveness *liveness, int64_t now_ms) {
    if (now_ms < vt_liveness_due_ms(liveness)) return VT_LIVENESS_FINE;
    return liveness->asked_ms == VT_NEVER ? VT_LIVENESS_ASK : VT_LIVENESS_DEAD;
}
