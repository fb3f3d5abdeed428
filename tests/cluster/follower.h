/* A watcher over real sockets for tests: what it saw, and waiting for it. Its clock may run faster than
** time does; libcurl's own limits do not. */
#ifndef TESTS_CLUSTER_FOLLOWER_H
#define TESTS_CLUSTER_FOLLOWER_H

#include <vitals/cluster.h>

typedef struct follower {
    vitals_cluster_loop *loop;
    vitals_cluster *cluster;
    vitals_cluster_watcher *watcher;
    unsigned speed;                  /* of the clock */
    const vitals_cluster_feed *feed; /* set it before watching: a live that is fed too */
    size_t scopes, objects, listed, changes, deleted, synced, begun, broken, refused, silent, live;
    bool ready, resolved;
    vitals_cluster_failure failure; /* the last one */
    char text[512];                 /* its text */
    char names[1 << 16];            /* of the objects that are there, each as "|NAME|" */
    char listing[1 << 16]; /* the same of a list that is not complete; with one scope only */
    bool is_listing;
    size_t descriptors; /* that were open before */
    int64_t silent_ms;  /* when the last scope became silent */
    int64_t late_ms;    /* of its clock: how much longer polls took than was asked for */
} follower;

/* NULL members of `options` take defaults. Fails the test when the configuration cannot be used. */
void follower_open(follower *own, const vitals_cluster_options *options, unsigned speed);
/* The same with the kubeconfig at this path. */
void follower_open_file(follower *own, const char *kubeconfig, unsigned speed);
/* Watch resources, separated by blanks; NULL: every kind. */
void follower_watch(follower *own, const char *resources, bool follow);
/* Poll until `*counter` is at least `wanted`. Fails the test after ten seconds. */
void follower_until(follower *own, const size_t *counter, size_t wanted);
void follower_until_ready(follower *own);
/* Poll for so many milliseconds of real time. */
void follower_for(follower *own, int ms);
bool follower_has(const follower *own, const char *name);
vitals_cluster_about follower_about(const follower *own);
/* Of the follower's clock. */
int64_t follower_now(const follower *own);
/* Fails the test when a descriptor is left open. */
void follower_close(follower *own);

#endif
