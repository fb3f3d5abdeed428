/* Discovery over the network: asks a server for its kinds and its version, and again when kinds may have
** come or gone. */
#ifndef VITALS_CLUSTER_DISCOVER_H
#define VITALS_CLUSTER_DISCOVER_H

#include "cluster/discovery/discovery.h"
#include "cluster/transport/fetch.h"

/* `problem` is NULL when there is a table. `changed`: it is not the one from before. */
typedef void (*vt_discover_fn)(void *user, const vitals_cluster_problem *problem, bool changed);

typedef struct vt_discover_slot {
    struct vt_discover *owner;
    vt_fetch fetch;
    size_t id;
    bool busy;
} vt_discover_slot;

/* Start from vt_discover_init. */
typedef struct vt_discover {
    vt_session *session;
    vt_discovery *known; /* the last one that was complete */
    vt_discovery *now;   /* under way, or NULL */
    vt_discover_slot slots[VT_SESSION_CALLS];
    vt_fetch version;
    unsigned major, minor; /* 0.0: not known yet */
    vt_buffer git_version;
    bool following, asks_version;
    bool whole; /* without the answers of the last one */
    vt_discover_fn done;
    void *user;
} vt_discover;

void vt_discover_init(vt_discover *discover, vt_session *session, vt_discover_fn done, void *user);
void vt_discover_done(vt_discover *discover);

/* Ask, unless that is under way. `done` is called once, later. `following`: wait for a connection that
** fails. Errors: VITALS_ENOMEM. */
vitals_status vt_discover_start(vt_discover *discover, bool following);
/* NULL before the first success. Valid until the next one. */
const vt_resource_table *vt_discover_table(const vt_discover *discover);
static inline bool vt_discover_is_under_way(const vt_discover *discover) {
    return discover->now != NULL;
}

#endif
