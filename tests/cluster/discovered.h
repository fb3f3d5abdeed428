/* A discovery in one call, from the answers of a server. */
#ifndef VITALS_TESTS_CLUSTER_DISCOVERED_H
#define VITALS_TESTS_CLUSTER_DISCOVERED_H

#include "cluster/discovery/discovery.h"

#define AGGREGATED "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

/* What a server answers at a path; the list ends with a path of NULL. A path that is not listed answers
** 404. */
typedef struct discovered_answer {
    const char *path;
    int status; /* 0: 200 */
    const char *type, *etag, *body;
} discovered_answer;

/* Ask until nothing more is asked. Appends "PATH[ ETAG]\n" for each request to `log` unless it is NULL. */
vitals_status discovered_run(vt_discovery *discovery, const discovered_answer *answers,
                             vt_buffer *log, vt_buffer *why);

/* A cluster with the usual kinds and some odd ones, aggregated. The caller frees it. */
vt_discovery *discovered_usual(const vitals_allocator *allocator);
extern const discovered_answer discovered_usual_answers[];

#endif
