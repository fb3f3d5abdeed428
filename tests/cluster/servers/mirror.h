/* A live that follows a cluster, and its rows as client-go's oracle writes them. */
#ifndef TESTS_CLUSTER_SERVERS_MIRROR_H
#define TESTS_CLUSTER_SERVERS_MIRROR_H

#include "cluster/follower.h"
#include "support/health.h"

#include <vitals/live.h>

typedef struct mirror {
    follower own;
    health_run health;
    vitals_live *live;
    vitals_live_view *view;
    vitals_cluster_feed feed;
} mirror;

/* Start following. `server`: an address instead of that of the kubeconfig, or NULL. */
void mirror_open(mirror *m, const char *kubeconfig, const char *server, const char *resources,
                 unsigned speed);
/* Poll for so long, and assess what came. */
void mirror_for(mirror *m, int ms);
/* GROUP/KIND NAMESPACE/NAME UID RESOURCEVERSION on each line, sorted. The caller frees the text. */
char *mirror_rows(const mirror *m);
size_t mirror_count(const mirror *m);
void mirror_close(mirror *m);

#endif
