/* Whether a connection that carries watches is alive. A watch may rightly be silent, and TCP does not
** notice a server that was stopped: after a quiet time a small request asks, with a deadline. */
#ifndef VITALS_CLUSTER_LIVENESS_H
#define VITALS_CLUSTER_LIVENESS_H

#include "cluster/transport/clock.h"

enum {
    VT_LIVENESS_QUIET_MS = 30000, /* as client-go's HTTP2_READ_IDLE_TIMEOUT_SECONDS */
    VT_LIVENESS_PROBE_MS = 15000  /* as its HTTP2_PING_TIMEOUT_SECONDS */
};

/* Start from vt_liveness_begin. */
typedef struct vt_liveness {
    int64_t heard_ms; /* when the last byte came */
    int64_t asked_ms; /* when the probe began; VT_NEVER: there is none */
} vt_liveness;

typedef enum vt_liveness_verdict {
    VT_LIVENESS_FINE,
    VT_LIVENESS_ASK, /* send a probe, then call vt_liveness_asked */
    VT_LIVENESS_DEAD /* give the connection up */
} vt_liveness_verdict;

void vt_liveness_begin(vt_liveness *liveness, int64_t now_ms);
/* Any byte on the connection proves that it is alive, that of the probe as well as another. */
void vt_liveness_heard(vt_liveness *liveness, int64_t now_ms);
void vt_liveness_asked(vt_liveness *liveness, int64_t now_ms);
vt_liveness_verdict vt_liveness_at(const vt_liveness *liveness, int64_t now_ms);
/* When to ask for the verdict next. */
int64_t vt_liveness_due_ms(const vt_liveness *liveness);

#endif
