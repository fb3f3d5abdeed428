/* A reader of one view's feed, which knows what the feed said and compares it with the view. */
#ifndef VITALS_TESTS_SUPPORT_LIVE_FOLLOW_H
#define VITALS_TESTS_SUPPORT_LIVE_FOLLOW_H

#include <vitals/live.h>

/* What the feed said about one row or application that is there. */
typedef struct live_known {
    vitals_live_id id;
    vitals_health health, settled;
} live_known;

typedef struct live_follower {
    vitals_live_view *view;
    vitals_live_position position;
    live_known *known;
    size_t count, capacity;
} live_follower;

/* All zero but for the view, the follower has read nothing. */
void live_follower_free(live_follower *follower);

/* Read everything new. What is wrong, static; NULL: changes have no gaps, each begins where the one before
** ended, names what is there, and a row that was removed can still be read. */
const char *live_follow(live_follower *follower);

/* Compare with the view: the same rows and applications with the same health. NULL: they are. */
const char *live_follower_compare(const live_follower *follower);

#endif
