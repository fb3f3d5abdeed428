/* Suspending and resuming objects of a live cluster. */
#ifndef CLI_CLUSTER_SWITCH_H
#define CLI_CLUSTER_SWITCH_H

#include "cluster/connect.h"

enum { DRY_RUN_NONE, DRY_RUN_CLIENT, DRY_RUN_SERVER };

typedef struct switch_options {
    const char *namespace, *labels, *message, *timeout;
    bool all_namespaces, all, wait, force_kind;
    unsigned dry_run;
} switch_options;

/* What one call switches. */
typedef struct cli_switch {
    const switch_options *options;
    bool resume;
    cli_problems *problems;
    size_t *errors;
    vitals_cluster_loop *loop;
    vitals_cluster *cluster;
    vitals_set *objects; /* that the words select */
    size_t done, already, failed;
} cli_switch;

/* Switch one object: read, patched and reported. */
void switch_object(cli_switch *run, const vitals_document *document);

#endif
