/*
** A session with live clusters: what every command that reads them shares. Any number of contexts are read at
** the same time by one loop into one vitals_live, where each is a source:
**
**     session_open(&session, &settings, &problems);
**     for each of session.clusters: session_watch(cluster, &selection);
**     while (!session_is_ready(&session)) session_step(&session, PATIENCE_MS);
**     ... read session.view, or session_changes for what has changed
**
** session_step waits for the network and for deadlines of verdicts, assesses what has come, and has objects
** read again that must be assessed again and were not kept. Only that function and session_open wait.
*/
#ifndef CLI_CLUSTER_SESSION_H
#define CLI_CLUSTER_SESSION_H

#include "cluster/connect.h"
#include "cluster/own_rules.h"
#include "cluster/refusals.h"
#include "input/rules.h"

typedef struct cli_session cli_session;

/* One cluster. */
typedef struct cli_cluster cli_cluster;
struct cli_cluster {
    cli_session *session;
    char *name;                      /* its context, else the server; visible */
    vitals_cluster *cluster;         /* NULL: its configuration cannot be used */
    vitals_live_id source;           /* of session->live; 0 as long as `cluster` is NULL */
    vitals_cluster_watcher *watcher; /* NULL: it is not watched */
    cli_refusals refusals;
    const char *application; /* that is read here, or NULL */
    own_rules *own_rules;    /* with --rules-from cluster, or NULL */
    vitals_document *
        argocd_cm; /* of the cluster, as it was when the session began, or of --argocd-cm; or NULL */
    size_t objects; /* that came, gone or not */
    size_t broken;  /* that could not be read */
    cli_cluster
        *origin; /* of the application whose destination this is, and whose rules hold; or NULL */
    bool owned;  /* the selection has it */
    bool ready;  /* all scopes were complete once, or are refused */
    bool failed; /* its kinds, or a word of the selection, cannot be resolved now */
};

/* The options of every command that assesses objects of clusters. */
typedef struct session_options {
    unsigned rules_from; /* 1: the cluster */
    const char *argocd_namespace;
    option_list destinations; /* NAME=CONTEXT */
} session_options;
extern const option_group session_option_group;
/* false: one sentence is in `problem`. */
bool session_check(const session_options *options, char *problem, size_t size);

typedef struct session_settings {
    const connect_options *connect;
    const session_options *options;
    const rule_options *rule_options;
    const cli_rules *rules; /* limits, engine and call */
    bool follow;            /* rules of the cluster are followed */
    vitals_aggregate aggregate;
    const char *namespace; /* instead of that of each context, and more with commas; or NULL */
    /* NULL, or with commas: each context is read once for each of them, as a source of its own. */
    const char *applications;
    vitals_live_keep keep;
    vitals_live_settling settling;
    bool by_namespace; /* see vitals_live_source_options */
    /* NULL, or called for each object that was assessed: see vitals_live_set_assessed. */
    void (*assessed)(void *user, cli_cluster *cluster, const vitals_document *document,
                     vitals_verdict *verdict);
    /* NULL, or called for each object that arrives, before it is put: see vitals_cluster_events. */
    void (*object)(void *user, cli_cluster *cluster, vitals_cluster_scope *scope,
                   vitals_cluster_change change, vitals_document **document);
    void *user;
    bool whole;             /* read all fields of kinds without health, too */
    cli_coverage *coverage; /* NULL, or where problems become parts */
} session_settings;

struct cli_session {
    session_settings settings;
    vitals_cluster_loop *loop;
    vitals_live *live;
    vitals_live_view *view; /* of everything */
    vitals_worker *worker;
    vitals_live_position position; /* of session_changes */
    cli_cluster
        *clusters; /* in the order of the kubeconfig, then destinations; they stay where they are */
    size_t cluster_count, cluster_capacity;
    option_list applications;
    size_t copies;          /* of each context: one for each application, or 1 */
    cli_problems *problems; /* printed as they occur */
    size_t errors;          /* printed so far */
    int64_t ahead_ms;       /* of --now before the system's clock */
};

/* Connect to the contexts that the options select. One that cannot be configured is a problem and has no
** `cluster`. Nothing is sent, unless the rules of the clusters are wanted: they are read first. false: there is
** no cluster. What the settings name outlives the session. */
bool session_open(cli_session *session, const session_settings *settings, cli_problems *problems);
void session_close(cli_session *session);

/* Read a selection, without the kinds that the argocd-cm excludes. A cluster has one watcher at a time; another
** call replaces it. */
void session_watch(cli_cluster *cluster, const vitals_cluster_selection *wanted);
/* Whether there are several clusters, and not one read for several applications. */
bool session_is_fleet(const cli_session *session);
/* Whether everything was read once, or cannot be. */
bool session_is_ready(const cli_session *session);
/* Whether every cluster failed. */
bool session_has_failed(const cli_session *session);
/* Wait until something happens, at most so long, and do what is due. A signal ends the waiting. */
void session_step(cli_session *session, int64_t timeout_ms);
/* Unix time, as --now has it. */
int64_t session_now_ms(const cli_session *session);

/* Call `take` for each change of the view since the last call. false: there were more than the feed holds;
** read everything again. */
bool session_changes(cli_session *session,
                     void (*take)(void *user, const vitals_live_change *change), void *user);

/* The cluster of a source of the live. */
cli_cluster *session_cluster_of(const cli_session *session, vitals_live_id source);
/* Whether a row is the application that the selection of its cluster names. */
bool session_is_root(const cli_session *session, const vitals_live_row *row);
/* The application that the selection of a cluster names, once its object is there; 0: none, or several of this
** name. */
vitals_live_id session_application_of(const cli_cluster *cluster);
/* "apps/v1" of a group and kind that the server has; "" for others. The caller frees it. */
char *session_api_version(const cli_cluster *cluster, vitals_text group, vitals_text kind);

#endif
