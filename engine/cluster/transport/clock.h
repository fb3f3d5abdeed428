/* The time as callers hand it in. Nothing here reads a clock. */
#ifndef VITALS_CLUSTER_CLOCK_H
#define VITALS_CLUSTER_CLOCK_H

#include "base/text/text.h"

/* Expirations are compared with the wall clock; waiting is measured with the other one. */
typedef struct vt_clock {
    int64_t wall_ms;   /* Unix time; may be wrong, and may jump */
    int64_t steady_ms; /* since any point; never goes back */
} vt_clock;

#define VT_NEVER INT64_MAX

/* Read the date of an HTTP header: "Sun, 06 Nov 1994 08:49:37 GMT". Older forms are not read. */
bool vt_http_date_parse(vt_text text, int64_t *seconds);

#endif
