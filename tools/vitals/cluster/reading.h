/* Reads a selection of a cluster to its end. */
#ifndef CLI_CLUSTER_READING_H
#define CLI_CLUSTER_READING_H

#include "cluster/connect.h"
#include "cluster/refusals.h"

/* Zeroed, with what is not set by reading_run. */
typedef struct cli_reading {
    vitals_cluster_loop *loop;
    vitals_cluster *cluster;
    cli_problems *problems;
    void (*take)(void *user, vitals_document *document); /* owns it */
    void *user;
    /* Set by reading_run: */
    cli_refusals refusals; /* of all calls, for the caller to free */
    uint64_t scopes;       /* of all calls: their tags */
    bool ready;            /* the last selection was read */
    bool failed;           /* a selection could not be resolved: `problems` says why */
} cli_reading;

/* Returns when it is read, has failed, or a signal came. */
void reading_run(cli_reading *reading, const vitals_cluster_selection *selection);

#endif
