/* Reads once what may explain objects of a live cluster: all kinds with health, and events. */
#ifndef CLI_CLUSTER_AROUND_H
#define CLI_CLUSTER_AROUND_H

#include "cluster/connect.h"
#include "input/selection.h"

typedef struct around_settings {
    const connect_options *connect;
    const char *context; /* NULL: the one that `connect` names, or the current one */
    const vitals_limits *limits;
    const char *namespace; /* or several, as "a,b"; NULL: that of the context */
    bool all_namespaces;
    const option_list *applications; /* read them, and the namespaces of what they list; or NULL */
    /* Words that ask for objects: a Namespace is read with what is in it; an application as above, and a
     * PodDisruptionBudget, is found in any namespace unless `namespace` is given. Or NULL. */
    const cli_selection *words;
    bool without_events;
    bool
        causes; /* also kinds that have no health and explain others, such as webhooks and storage classes */
    void (*take)(void *user, vitals_document *document); /* owns it */
    void *user;
} around_settings;

/* What cannot be read of it is a warning or, for an application, an error in `problems`. false: nothing could
** be read. */
bool around_read(const around_settings *settings, cli_problems *problems);

#endif
