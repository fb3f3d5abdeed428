/*
** The one table of health statuses beside their names, which are in <vitals/types.h>: rows are in the order in which
** everything lists them, the worst first. What is broken comes before what nobody knows, for the eyes of a reader;
** the health of an application goes by `severity`, as in Argo CD, where Unknown is the worst. tools/gen/statuses writes it into the page.
**
**     X(id, severity, place, colour)
**         severity   ARGO: healthOrder in gitops-engine/pkg/health/health.go; what is not in it counts as the first
**         place      in the arrays `counts` of the server's API; scripts that returned nothing are Unassessed there
**         colour     on a terminal: the closest match to Argo CD's user interface
*/
#ifndef VITALS_BASE_STATUSES_H
#define VITALS_BASE_STATUSES_H

#include <vitals/vitals.h>

/* clang-format off */
#define VT_STATUS_MAP(X) \
    X(DEGRADED,    4, 2, "31") \
    X(MISSING,     3, 4, "33") \
    X(UNKNOWN,     5, 5, "1;33") \
    X(PROGRESSING, 2, 1, "36") \
    X(SUSPENDED,   1, 3, "35") \
    X(HEALTHY,     0, 0, "32") \
    X(UNASSESSED,  0, 6, "2") \
    X(EMPTY,       0, 6, "2")
/* clang-format on */

typedef struct vt_status_row {
    vitals_health health;
    int severity;
    unsigned place;
    const char *colour;
} vt_status_row;

/* The worst first. */
extern const vt_status_row vt_status_rows[VITALS_HEALTH_COUNT];
/* The index of a status in vt_status_rows: 0 is the worst. */
size_t vt_status_rank(vitals_health health);

#endif
