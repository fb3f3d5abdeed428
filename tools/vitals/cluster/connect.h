/* Connections to clusters: kubectl's options, and the loop with the system's clocks. */
#ifndef CLI_CLUSTER_CONNECT_H
#define CLI_CLUSTER_CONNECT_H

#include <vitals/cluster.h>

#include "base/problems.h"
#include "input/options.h"

/* The options of every command that talks to a cluster; they are kubectl's. */
typedef struct connect_options {
    const char *kubeconfig;
    option_list contexts;
    bool all_contexts;
    const char *cluster, *user, *server, *token, *token_file;
    const char *as, *as_uid;
    option_list as_groups;
    const char *certificate_authority, *client_certificate, *client_key, *tls_server_name;
    bool insecure, disable_compression;
    const char *request_timeout;
} connect_options;

extern const option_group connect_option_group;

/* false: one sentence is in `problem`. */
bool connect_check(const connect_options *options, char *problem, size_t size);

/* Milliseconds of a duration as Go writes it, without signs ("30s", "1h30m", "1.5h", "500ms"), or of seconds without a
** unit. -1: it is none. */
int64_t connect_duration(const char *text);

/* A loop; warnings of servers go to stderr. */
vitals_cluster_loop *connect_loop(const vitals_limits *limits);

/* The same for a host with an event loop of its own: see vitals_cluster_loop_options. */
vitals_cluster_loop *connect_hosted_loop(const vitals_limits *limits, void *user,
                                         void (*socket_changed)(void *user, int descriptor,
                                                                unsigned interest),
                                         void (*timer_changed)(void *user, int64_t due_ms));

/*
** The contexts that the options select, in the order of the kubeconfig: names, and patterns with * and ?.
** One of them, NULL, for the current context. false: `problems` says why.
*/
bool connect_contexts(vitals_cluster_loop *loop, const connect_options *options, option_list *out,
                      cli_problems *problems);
/* The configuration that the options lead to, without a context. */
vitals_cluster_options connect_options_of(const connect_options *options);
/* `context` NULL: the current one. NULL: `problems` says why. */
vitals_cluster *connect_cluster(vitals_cluster_loop *loop, const connect_options *options,
                                const char *context, const char *namespace, cli_problems *problems);

/* The namespaces of -n, "a,b"; none: that of the context. */
typedef struct connect_namespaces {
    option_list names;
    vitals_text *texts;
} connect_namespaces;
connect_namespaces connect_namespaces_of(const char *list);
/* Let a selection read them. They stay until the watcher is made. */
void connect_select(const connect_namespaces *places, vitals_cluster_selection *selection);
void connect_namespaces_done(connect_namespaces *places);

/* Whether SIGINT or SIGTERM came; which one is in the exit status 128 + N. */
void connect_catch_signals(void);
int connect_signal(void);

#endif
