/* vitals serve: what its files share. */
#ifndef CLI_SERVE_SERVE_H
#define CLI_SERVE_SERVE_H

#include "base/problems.h"
#include "input/rules.h"
#include "server/server.h"

#ifdef VITALS_WITH_CLUSTER
#include "cluster/connect.h"
#endif

/* A running server. */
typedef struct cli_serve {
    vt_server *server;
    const cli_rules *rules;           /* of every source */
    const rule_options *rule_options; /* as they were given */
    const option_list *rules_from;
    vitals_live_source_options source_options;
    cli_problems problems;
    size_t errors, sources;
    struct isolation *isolation; /* NULL: rules run in this process */
#ifdef VITALS_WITH_CLUSTER
    vitals_cluster_loop *loop;
    struct followed *followed; /* the contexts */
#endif
} cli_serve;

/* The engine of the source called `name`, with these rules of its cluster; the caller releases it. NULL: `problems` says
** why. */
vitals_engine *serve_engine(cli_serve *serve, const char *name, const rule_text *texts,
                            size_t count);

#ifdef VITALS_WITH_CLUSTER
/* Follow the contexts that the options select, each as a source. Everything else is reported on the page. false:
** `problems` says why. */
bool serve_clusters(cli_serve *serve, const connect_options *options);
/* Use the rules of clusters that have changed. */
void serve_clusters_rules(cli_serve *serve);
void serve_clusters_done(cli_serve *serve);
#endif

#endif
