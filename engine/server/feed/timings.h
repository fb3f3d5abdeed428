/*
** How long assessments take and how often rules fail, by rule: for /metrics and /v1/rules. Counted since the server
** started, or since a source was given other rules.
*/
#ifndef VITALS_SERVER_TIMINGS_H
#define VITALS_SERVER_TIMINGS_H

#include "server/state.h"

enum { VT_TIMING_BOUNDS = 20 };
/* Upper bounds in microseconds; what takes longer than the last one is counted behind it. */
extern const uint32_t vt_timing_bounds_us[VT_TIMING_BOUNDS];

typedef struct vt_timing {
    vitals_source source;
    vt_text rule; /* "" where the source has no rules of its own */
    uint64_t failed;
    uint64_t count, sum_ns; /* of those that were measured */
    uint64_t buckets[VT_TIMING_BOUNDS + 1];
} vt_timing;

/* NULL: no memory. */
vt_timings *vt_timings_new(const vt_server *server);
void vt_timings_free(vt_timings *timings);
/* Forget everything. */
void vt_timings_clear(vt_timings *timings);

/* An assessment; `ns` 0: it was not measured. Without memory it is not counted for its rule. */
void vt_timings_note(vt_timings *timings, vitals_source source, vt_text rule, bool failed,
                     uint64_t ns);
/* Of everything. */
const vt_timing *vt_timings_all(const vt_timings *timings);
/* Of one rule. NULL: it has decided nothing. */
const vt_timing *vt_timings_of(const vt_timings *timings, vitals_source source, vt_text rule);
/* Each rule: start with *at = 0; NULL at the end. */
const vt_timing *vt_timings_next(const vt_timings *timings, size_t *at);
/* A time in microseconds that 99 of 100 assessments did not exceed; 0: none was measured. */
uint32_t vt_timing_p99_us(const vt_timing *timing);

#endif
