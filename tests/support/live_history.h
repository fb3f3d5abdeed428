/*
** A random history of a live with two sources: objects and lists that come and go, engines that are replaced, a clock
** that steps, and runs with a small budget.
*/
#ifndef VITALS_TESTS_SUPPORT_LIVE_HISTORY_H
#define VITALS_TESTS_SUPPORT_LIVE_HISTORY_H

#include "support/health.h"
#include "support/live_follow.h"
#include "support/live_world.h"

enum { LIVE_HISTORY_VIEWS = 5 };

/* What the scope of a namespace covers between two lists. */
typedef enum live_history_cover {
    COVER_READ,
    COVER_SILENT,
    COVER_LOST,
    COVER_FORBIDDEN,
    COVER_NARROWED,
    COVER_EXCLUDED,
    COVER_COUNT
} live_history_cover;

/* A live with views of everything, of a namespace, of a project, of applications, and of a source and a namespace. */
typedef struct live_history_run {
    vitals_live *live;
    vitals_live_view *views[LIVE_HISTORY_VIEWS];
    live_follower followers[LIVE_HISTORY_VIEWS];
    vitals_live_id sources[WORLD_SOURCES], scopes[WORLD_SOURCES][WORLD_NAMESPACES];
    bool begun[WORLD_SOURCES][WORLD_NAMESPACES];
    live_history_cover covers[WORLD_SOURCES][WORLD_NAMESPACES];
} live_history_run;

typedef struct live_history {
    world world;
    live_history_run run;
    unsigned seed;
    int64_t now_ms;
    int engine;
    vitals_profile profile;
    vitals_aggregate aggregate;
    vitals_live_keep keep;
} live_history;

/* A live with the sources, scopes and views of the history, and nothing in it. */
void live_history_open(const live_history *h, vitals_engine *engine, live_history_run *r);
void live_history_close(live_history_run *r);

/* Put an object as the world has it, and state what the host lists. */
void live_history_put(const world *w, const live_history_run *r, unsigned index);
void live_history_state_members(const world *w, const live_history_run *r, unsigned list);

/* Have a scope cover this. */
void live_history_set_cover(live_history_run *r, unsigned source, unsigned namespace_,
                            live_history_cover cover);

/* One operation at random. */
void live_history_step(live_history *h, health_run engines[2]);
/* End the lists, and do everything that is due. */
void live_history_finish(live_history *h, health_run engines[2]);

#endif
