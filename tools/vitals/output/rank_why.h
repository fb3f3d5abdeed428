/* Causes of findings in the order of what they take down. */
#ifndef CLI_OUTPUT_RANK_WHY_H
#define CLI_OUTPUT_RANK_WHY_H

#include <vitals/why.h>

/* The findings with one cause. */
typedef struct why_cause {
    size_t first; /* finding; it has the details */
    size_t worst; /* the finding that stands for it */
    int severity; /* of that one */
    size_t objects, applications;
} why_cause;

typedef struct why_ranking {
    const vitals_why *why;
    why_cause *
        causes; /* what has failed before what waits; then the most applications, the most objects, the worst */
    size_t count;
    size_t *next; /* of each finding, the next one with the same cause; SIZE_MAX: none */
    size_t objects, applications; /* of all */
} why_ranking;

/* Zeroed where there is no finding. ranking_done in either case. */
void ranking_make(why_ranking *ranking, const vitals_why *why);
void ranking_done(why_ranking *ranking);

/* A finding; zeroed: there is none. */
vitals_why_finding why_finding(const vitals_why *why, size_t index);
/* Whether the object itself delivers others, and has failed to. */
bool why_has_failed_delivery(const vitals_why_finding *finding);
/* How bad a finding is: the severity of its health, and that of Degraded at least when its own delivery has failed. */
int why_severity(const vitals_why_finding *finding);

#endif
