/*
** Settling: when a change of health is announced. A pure function of the state, the observed health
** and the time; it allocates nothing and knows neither rows nor applications.
*/
#ifndef VITALS_LIVE_SETTLE_H
#define VITALS_LIVE_SETTLE_H

#include <vitals/live.h>

enum { VT_SETTLE_MOST_FLAPS = 8 };

/* Start from all zeroes. */
typedef struct vt_settle {
    uint8_t health;  /* as observed: vitals_health */
    uint8_t settled; /* as announced */
    bool started;    /* a health was observed */
    bool flapping;
    uint8_t flap_count;
    uint32_t
        flap_at[VT_SETTLE_MOST_FLAPS]; /* low bits of the times of settled changes, oldest first */
    int64_t pending_since_ms; /* when the health went to the other side of the settled one */
    int64_t changed_ms;       /* when the settled health changed */
} vt_settle;

/* Observe a health. `at_once` announces it without waiting: a rule that failed, a deletion, and a
** terminal verdict where the rules say so. The first health settles at once. true: the settled
** health or the mark `flapping` changed. */
bool vt_settle_observe(vt_settle *state, const vitals_live_settling *rules, vitals_health health,
                       bool at_once, int64_t now_ms);
/* The time is `now_ms`. true as above. */
bool vt_settle_advance(vt_settle *state, const vitals_live_settling *rules, int64_t now_ms);
/* When the health settles; INT64_MAX: it has. */
int64_t vt_settle_settles_ms(const vt_settle *state, const vitals_live_settling *rules);
/* When vt_settle_advance has something to do, as of `now_ms`; INT64_MAX: never. */
int64_t vt_settle_deadline_ms(const vt_settle *state, const vitals_live_settling *rules,
                              int64_t now_ms);

#endif
