/* When to ask the server for its kinds again. */
#include "cluster/cluster.h"

bool vt_cluster_follows(const vitals_cluster *cluster) {
    for (const vitals_cluster_watcher *at = cluster->watchers; at; at = at->next) {
        if (!at->dead && at->selection.follow) return true;
    }
    return false;
}

void vt_cluster_rediscover_in(vitals_cluster *cluster, int64_t wait_ms) {
    const int64_t due = vt_loop_now(cluster->loop) + wait_ms;
    if (cluster->rediscover.set && cluster->rediscover.due_ms <= due) return;
    vt_alarm_set(cluster->loop, &cluster->rediscover, due);
}
