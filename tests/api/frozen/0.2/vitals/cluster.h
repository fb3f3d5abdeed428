/**
 * vitals/cluster.h: a Kubernetes cluster as a source of objects that change.
 *
 * A library of its own, vitals_cluster, over libcurl. It lists and watches what is selected and hands
 * over each object as it arrives:
 *
 *     vitals_cluster_loop_new(&loop_options, &loop);
 *     vitals_cluster_new(loop, &options, &cluster, diagnostics);     kubeconfig; sends nothing
 *     vitals_cluster_watch(cluster, &selection, &events, &watcher);
 *     while (!finished) vitals_cluster_loop_poll(loop, 1000);        or the host's own event loop
 *
 * What is listed and watched as one, a kind in one namespace or in all, is a scope. Its events are
 * those that <vitals/live.h> takes: a list begins, an object comes, the list is complete, an object
 * changes or goes, the state changes. vitals_cluster_feed_live connects a watcher to a vitals_live.
 *
 * The following holds for every function here and is not repeated below. The rules of
 * <vitals/vitals.h> hold too.
 *
 *   Threads     A loop with its clusters and watchers serves one thread at a time. It makes none;
 *               libcurl may resolve names in a short-lived thread of its own.
 *   Waiting     No call blocks but vitals_cluster_loop_poll, for as long as it is asked to. Files that a
 *               kubeconfig names are read at once.
 *   Callbacks   Come from vitals_cluster_loop_poll, _socket_ready and _timer_due alone. They may call every
 *               function here but those three. What they free is silent from then on; its memory is
 *               given back when the outermost call returns.
 *   Outside     Clocks, random numbers and the environment are what the host's functions return.
 *   Secrets     Objects of kind Secret are requested when a target names that kind, otherwise never,
 *               not even their metadata. Credentials are in no message.
 *   Texts       Given to a callback: borrowed until it returns.
 *   Memory      All of it comes from the allocator, also libcurl's buffers but not those of TLS
 *               libraries. An object is bounded by document_bytes, the headers of an answer by 64 KB;
 *               how many objects there are is bounded by who keeps them, such as a vitals_live.
 */
#ifndef VITALS_CLUSTER_H
#define VITALS_CLUSTER_H

#include <vitals/live.h>
#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Drives any number of clusters. */
typedef struct vitals_cluster_loop vitals_cluster_loop;
/** One API server and one identity. */
typedef struct vitals_cluster vitals_cluster;
/** A selection of objects that is read once or kept up to date. */
typedef struct vitals_cluster_watcher vitals_cluster_watcher;
/** A kind in one namespace, or in all. */
typedef struct vitals_cluster_scope vitals_cluster_scope;

/* --------------------------------------------------------------------- loop */

typedef enum vitals_cluster_level {
    VITALS_CLUSTER_WARNING, /**< For the user, such as a deprecated version. */
    VITALS_CLUSTER_DEBUG    /**< Requests and retries. */
} vitals_cluster_level;

/** What a descriptor is waited for: a set of these. */
enum { VITALS_CLUSTER_READABLE = 1, VITALS_CLUSTER_WRITABLE = 2 };

/** Start from VITALS_CLUSTER_LOOP_OPTIONS_INIT. New fields go last. */
typedef struct vitals_cluster_loop_options {
    size_t struct_bytes;
    const vitals_allocator *allocator;   /**< NULL for malloc. Copied. */
    const vitals_limits *limits;         /**< NULL for the defaults. Copied. */
    void *user;                          /**< Passed to the functions below. */
    int64_t (*wall_ms)(void *user);      /**< Unix time. Required. */
    int64_t (*monotonic_ms)(void *user); /**< Never goes backwards. Required. */
    uint64_t (*random)(void *user); /**< For jitter; need not be secret. NULL: none, for tests. */
    /** NAME=VALUE texts, ended by NULL, as `environ`: HOME, KUBECONFIG, HTTPS_PROXY and the like, and
     * what exec plugins get. Borrowed as long as the loop lives. NULL: there is none. */
    const char *const *environment;
    /** May be NULL. The text has no line break and nothing secret. */
    void (*log)(void *user, vitals_cluster_level level, vitals_text text);
    /** For a host with an event loop of its own, both or neither. Wait for `interest` (0: no longer)
     * and call vitals_cluster_loop_socket_ready; call vitals_cluster_loop_timer_due at `due_ms` of
     * the monotonic clock (INT64_MAX: not at all). They may be called from any function here. */
    void (*socket_changed)(void *user, int descriptor, unsigned interest);
    void (*timer_changed)(void *user, int64_t due_ms);
} vitals_cluster_loop_options;

#define VITALS_CLUSTER_LOOP_OPTIONS_INIT                                                           \
    {                                                                                              \
        sizeof(vitals_cluster_loop_options), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
            NULL                                                                                   \
    }

/** Errors: VITALS_EINVAL, a clock is missing; VITALS_ENOMEM; VITALS_ECONFIG, this libcurl cannot be
 * used. */
VITALS_API VITALS_MUST_USE vitals_status
vitals_cluster_loop_new(const vitals_cluster_loop_options *options, vitals_cluster_loop **out);
/** Frees its clusters too. */
VITALS_API void vitals_cluster_loop_free(vitals_cluster_loop *loop);

/**
 * Wait until something happens, at most `timeout_ms` (negative: for ever), and handle it. A signal
 * ends the waiting. VITALS_EINVAL: from a callback, or the host has an event loop of its own.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_cluster_loop_poll(vitals_cluster_loop *loop,
                                                                  int64_t timeout_ms);
/** A descriptor is ready for these. Unknown descriptors are ignored. */
VITALS_API void vitals_cluster_loop_socket_ready(vitals_cluster_loop *loop, int descriptor,
                                                 unsigned ready);
/** The time has come. May be called at any time. */
VITALS_API void vitals_cluster_loop_timer_due(vitals_cluster_loop *loop);

/* ------------------------------------------------------------------ clusters */

/** What a cluster may do beyond sending requests. */
enum {
    VITALS_CLUSTER_ALLOW_EXEC = 1,       /**< Run the exec plugins of a kubeconfig. */
    VITALS_CLUSTER_ALLOW_FILES = 2,      /**< Read the files that a kubeconfig names. */
    VITALS_CLUSTER_ALLOW_PROXY = 4,      /**< Use the proxy that a kubeconfig names. */
    VITALS_CLUSTER_ALLOW_IN_CLUSTER = 8, /**< Use the service account when nothing is configured. */
    VITALS_CLUSTER_TERMINAL = 16         /**< Exec plugins may ask the user on standard input. */
};

/**
 * How to reach a cluster. Each text overrides what the kubeconfig says; NULL overrides nothing. The names
 * are those of kubectl's flags, and so is what they mean. Start from VITALS_CLUSTER_OPTIONS_INIT; new
 * fields go last. All texts are copied.
 */
typedef struct vitals_cluster_options {
    size_t struct_bytes;
    /** A file. NULL: those of the variable KUBECONFIG, else ~/.kube/config, else in-cluster. */
    const char *kubeconfig;
    const char *kubeconfig_text; /**< The text itself, instead of any file. */
    const char *context;         /**< NULL: current-context. */
    const char *cluster, *user;  /**< Entries of the kubeconfig. */
    const char *namespace_;
    const char *server, *token, *token_file, *username, *password;
    const char *as, *as_uid;
    const char *const *as_groups;
    size_t as_group_count;
    const char *certificate_authority, *client_certificate, *client_key; /**< Files. */
    const char *tls_server_name, *proxy_url;
    bool insecure_skip_tls_verify, disable_compression;
    uint8_t reserved[6];
    int64_t
        request_timeout_ms; /**< Of requests other than watches; 0: the limit request_seconds. */
    const char *user_agent; /**< NULL: vitals/VERSION (OS/ARCHITECTURE). */
    uint64_t allow;         /**< A set of VITALS_CLUSTER_ALLOW_… */
} vitals_cluster_options;

#define VITALS_CLUSTER_OPTIONS_INIT                                                                \
    {                                                                                              \
        sizeof(vitals_cluster_options), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,      \
            NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, false, false, { 0 }, 0, \
            NULL,                                                                                  \
            VITALS_CLUSTER_ALLOW_EXEC | VITALS_CLUSTER_ALLOW_FILES | VITALS_CLUSTER_ALLOW_PROXY |  \
                VITALS_CLUSTER_ALLOW_IN_CLUSTER                                                    \
    }

/**
 * Read the configuration. Nothing is sent and no plugin runs before something is asked for.
 *
 * Errors: VITALS_ECONFIG, with the file and the name of what is wrong; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_cluster_new(vitals_cluster_loop *loop,
                                                            const vitals_cluster_options *options,
                                                            vitals_cluster **out,
                                                            vitals_diagnostics *diagnostics);
/** Frees its watchers; requests that are under way end, and their callbacks are not called. */
VITALS_API void vitals_cluster_free(vitals_cluster *cluster);

/** What is known about a cluster. Borrowed until it is freed or reconnects. */
typedef struct vitals_cluster_about {
    vitals_text context, cluster, user; /**< Names in the kubeconfig; absent when there is none. */
    vitals_text server;                 /**< The URL. */
    vitals_text namespace_;             /**< That of the context, or "default". */
    vitals_text version;                /**< "v1.35.4"; absent until the server has answered. */
    uint64_t requests;                  /**< Sent so far, watches included. */
    uint64_t retries;                   /**< Of these, those that repeat one that failed. */
    uint64_t received_bytes;            /**< Of bodies. */
    uint64_t connections;               /**< Opened so far. */
    vitals_text
        trouble; /**< Why the server does not answer at present; absent while it does, or while
                              nothing was asked. Borrowed until the next call. */
} vitals_cluster_about;

VITALS_API void vitals_cluster_about_of(const vitals_cluster *cluster, vitals_cluster_about *out,
                                        size_t out_bytes);

/** One context of a kubeconfig. */
typedef struct vitals_cluster_context {
    vitals_text name;
    vitals_text server; /**< As it is written; absent when there is none. */
    bool current;
} vitals_cluster_context;

/** Called once for each; false ends the enumeration. */
typedef bool (*vitals_cluster_context_fn)(void *user, const vitals_cluster_context *context);

/**
 * The contexts of the kubeconfig that `options` lead to, in the order of the files. Errors: as
 * vitals_cluster_new.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_cluster_contexts(
    vitals_cluster_loop *loop, const vitals_cluster_options *options,
    vitals_cluster_context_fn take, void *user, vitals_diagnostics *diagnostics);

/* -------------------------------------------------------------------- failures */

/** Why something cannot be read. */
#define VITALS_CLUSTER_FAILURE_MAP(X)                                                              \
    X(NONE, "")                                                                                    \
    X(CONNECTION, "connection")   /**< Refused, reset, timed out, no such host. */                 \
    X(TLS, "tls")                 /**< The server's certificate, or its refusal of ours. */        \
    X(CREDENTIALS, "credentials") /**< 401, or there are none. */                                  \
    X(FORBIDDEN, "forbidden")     /**< 403 of the API server. */                                   \
    X(NOT_FOUND, "not-found")     /**< The kind or the object is not there. */                     \
    X(STALE, "stale")             /**< The aggregated API server behind a group is down. */        \
    X(EXPIRED, "expired")         /**< 410, after everything that helps was tried. */              \
    X(BUSY, "busy")               /**< 429, or 503 with Retry-After. */                            \
    X(CONFLICT, "conflict")       /**< 409. */                                                     \
    X(INVALID, "invalid")         /**< 400, 415 or 422. */                                         \
    X(SERVER, "server")           /**< Another 5xx. */                                             \
    X(PROXY, "proxy")             /**< Something between us and the API server answers. */         \
    X(ANSWER, "answer")           /**< What came is not what was asked for. */                     \
    X(LIMIT, "limit")             /**< The text names it. */                                       \
    X(MEMORY, "memory")                                                                            \
    X(UNSUPPORTED, "unsupported") /**< This build, or the kind, cannot do it. */

typedef enum vitals_cluster_failure {
#define VITALS_X(name, text) VITALS_CLUSTER_FAILURE_##name,
    VITALS_CLUSTER_FAILURE_MAP(VITALS_X)
#undef VITALS_X
        VITALS_CLUSTER_FAILURE_COUNT
} vitals_cluster_failure;

/** The texts of the map; "" for anything else. Static. */
VITALS_API const char *vitals_cluster_failure_name(vitals_cluster_failure failure);

/** A failure with what the user should know. */
typedef struct vitals_cluster_problem {
    vitals_cluster_failure failure;
    int32_t http_status; /**< 0: there was no answer. */
    vitals_text text;    /**< One line, printable. */
    int64_t retry_in_ms; /**< Until the next attempt; negative: there is none. */
} vitals_cluster_problem;

/* ------------------------------------------------------------------- kinds */

/** A kind that the server serves. */
typedef struct vitals_cluster_resource {
    vitals_text group, version;
    vitals_text resource; /**< The plural: deployments. */
    vitals_text kind;
    bool namespaced;
    bool listable, watchable, patchable;
    bool stale; /**< The server behind the group and version does not answer, and its kinds are not
                     known: `resource` and `kind` are absent. */
    bool has_status; /**< The status is a subresource, which a controller writes. */
} vitals_cluster_resource;

/** The kinds, in the server's order: start with `*cursor` 0; false at the end. Nothing before the
 * first watcher has resolved its selection. Borrowed until the next discovery. */
VITALS_API bool vitals_cluster_resource_next(const vitals_cluster *cluster, size_t *cursor,
                                             vitals_cluster_resource *out, size_t out_bytes);

/**
 * A ClusterRole as YAML, without wildcards, that allows what a purpose needs of the kinds of this server:
 * "get", "wait", "suspend", "serve" or "why". Never Secrets; of ConfigMaps argocd-cm alone. The caller frees
 * `*text` with vitals_text_free.
 *
 * Errors: VITALS_ENOTFOUND, there is no such purpose; VITALS_EAGAIN, the kinds are not known yet, see
 *         vitals_cluster_resource_next; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_cluster_role(const vitals_cluster *cluster,
                                                             const char *purpose, vitals_text name,
                                                             const vitals_allocator *allocator,
                                                             char **text, size_t *size);
/**
 * What is different between a ClusterRole and that one, a line for each: "+ verb resource.group" is
 * missing, "- …" is not needed; empty: nothing. Errors: also VITALS_ECONFIG, `role` is not a ClusterRole.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_cluster_role_difference(
    const vitals_cluster *cluster, const char *purpose, const vitals_document *role,
    const vitals_allocator *allocator, char **text, size_t *size);

/* ---------------------------------------------------------------- watchers */

/** Objects to read. Never grows. */
typedef struct vitals_cluster_target {
    /** As kubectl reads it: deploy, deployments, Deployment, deployments.apps, deployments.v1.apps, a
     * category such as all; or GROUP/KIND. */
    vitals_text resource;
    vitals_text namespace_; /**< Absent: that of the selection. */
    vitals_text name;       /**< Absent: all. */
} vitals_cluster_target;

/** Whether a kind is read when no target is given. */
typedef bool (*vitals_cluster_choose_fn)(void *user, const vitals_cluster_resource *resource);

/** What to read. Start from VITALS_CLUSTER_SELECTION_INIT; new fields go last. Texts are copied. */
typedef struct vitals_cluster_selection {
    size_t struct_bytes;
    const vitals_cluster_target *targets;
    size_t target_count; /**< 0, and no objects: every kind that `choose` accepts. */
    /** NULL: every kind that can be listed and may have health; neither Secrets nor the kinds that
     * Argo CD leaves out, such as Event and Lease. Secrets are never offered. */
    vitals_cluster_choose_fn choose;
    void *choose_user;
    /** Instead of targets: an Argo CD Application, a Kustomization or a HelmRelease and the objects that it
     * lists. NAME, NAMESPACE/NAME, KIND/NAME or KIND/NAMESPACE/NAME, where KIND is application,
     * kustomization, helmrelease or a short form. When the list changes, so do the scopes. */
    vitals_text application;
    vitals_text
        namespace_; /**< Absent: all namespaces. Kinds without namespaces are read only then. */
    vitals_text labels, fields; /**< Selectors for the server; absent: none. */
    bool follow;                /**< Watch; else read once. */
    bool fallback_namespace; /**< A kind that is forbidden in all namespaces is read in that of the
                                     context. */
    /** With `application`: also the Pods, ReplicaSets and Jobs of the namespaces where it lists workloads. Which
     * of them belong to it follows from their owners, and is left to the host: see vitals_live_member_next. */
    bool owned;
    uint8_t reserved[5];
    uint64_t page_items; /**< Of one page of a list; 0: 500. */
    /** Members of objects to leave out while reading, as in vitals_read_options; NULL: managedFields,
     * the annotation of `kubectl apply` and the schemas of CRDs. */
    const char *const *drop;
    size_t drop_count;
    /** An argocd-cm, whose resource.exclusions and resource.inclusions leave out kinds when no target is given; with
     * `choose`, before it is asked. What cannot be read in it is skipped and logged. NULL: none. It is not
     * needed after the call. */
    const vitals_document *argocd_cm;
    /** Instead of targets and `application`: the objects that this Application, Kustomization or HelmRelease
     * lists, whatever its destination is. See vitals_cluster_watcher_list. Not needed after the call. */
    const vitals_document *listed_by;
    /** Besides the targets, or instead of them: exactly these objects, but for Secrets; UIDs do not count. A few
     * of a kind and namespace are read by their names, else the namespace, with the others left out. One
     * without a namespace is in that of the selection when its kind has them. */
    const vitals_live_object *objects;
    size_t object_count;
    /** Whether of a kind the metadata alone suffices: the server then sends neither spec nor status, nor the data of a
     * Secret or ConfigMap. Asked for each scope when it is made, but not for the application itself. NULL: of
     * none. */
    vitals_cluster_choose_fn metadata_only;
    void *metadata_only_user;
    /** Several namespaces in place of `namespace_`, which is then the one of the objects above. */
    const vitals_text *namespaces;
    size_t namespace_count;
} vitals_cluster_selection;

#define VITALS_CLUSTER_SELECTION_INIT                                                              \
    {                                                                                              \
        sizeof(vitals_cluster_selection), NULL, 0, NULL, NULL, { NULL, 0 }, { NULL, 0 },           \
            { NULL, 0 }, { NULL, 0 }, false, false, false, { 0 }, 0, NULL, 0, NULL, NULL, NULL, 0, \
            NULL, NULL, NULL, 0                                                                    \
    }

/** What happened to an object. */
typedef enum vitals_cluster_change {
    VITALS_CLUSTER_LISTED, /**< An item of a list, or of the beginning of a watch. */
    VITALS_CLUSTER_ADDED,
    VITALS_CLUSTER_MODIFIED,
    VITALS_CLUSTER_DELETED /**< The document is the last state. */
} vitals_cluster_change;

/** What a watcher reports. Any function may be NULL. Start from VITALS_CLUSTER_EVENTS_INIT; new functions
 * go last. */
typedef struct vitals_cluster_events {
    size_t struct_bytes;
    void *user; /**< Passed to all of them. */
    /** A scope belongs to the watcher from now on. Its state is LISTING. */
    void (*scope_added)(void *user, vitals_cluster_scope *scope);
    /** Its kind was removed from the server; it is freed afterwards. */
    void (*scope_removed)(void *user, vitals_cluster_scope *scope);
    /** The selection is resolved to scopes, each of which was reported before. `problem` is about
     * words that name no kind, or the server; NULL when there is none. Called again when kinds come or
     * go. */
    void (*resolved)(void *user, vitals_cluster_watcher *watcher,
                     const vitals_cluster_problem *problem);
    /** A list begins. What it does not hold is gone when it is complete. */
    void (*begin)(void *user, vitals_cluster_scope *scope);
    /** An object. Set `*document` to NULL to keep it; it is the callback's then. */
    void (*object)(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                   vitals_document **document);
    /** The list is complete. */
    void (*synced)(void *user, vitals_cluster_scope *scope);
    /** The state, or the problem, has changed. `problem` is NULL when there is none. SILENT: it is tried
     * again. REFUSED: it is not, or not soon. */
    void (*state)(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                  const vitals_cluster_problem *problem);
    /** One object of a list or watch could not be read; the others could. */
    void (*broken)(void *user, vitals_cluster_scope *scope, const vitals_cluster_problem *problem);
    /** Every scope was complete once or is refused. Once. A watcher that does not follow is finished. */
    void (*ready)(void *user, vitals_cluster_watcher *watcher);
    /** The objects of the application that the selection names are in another cluster: `server` or `name`, the
     * other one is absent. The host may read them there, with the document as `listed_by`. Again when the
     * application changes. NULL: `resolved` reports it as a problem. */
    void (*elsewhere)(void *user, vitals_cluster_scope *scope, const vitals_document *application,
                      vitals_text server, vitals_text name);
    /** Where every kind is selected, before `resolved`: the groups whose kinds are not known, because the server
     * behind them does not answer. Of each the group and one version; without groups that are left out anyway.
     * 0: none, or none any more. */
    void (*stale)(void *user, vitals_cluster_watcher *watcher,
                  const vitals_cluster_resource *groups, size_t count);
} vitals_cluster_events;

#define VITALS_CLUSTER_EVENTS_INIT                                                                 \
    {                                                                                              \
        sizeof(vitals_cluster_events), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
            NULL, NULL                                                                             \
    }

/** An object that an application lists; false ends the enumeration. The UID is absent. */
typedef bool (*vitals_cluster_listed_fn)(void *user, const vitals_live_object *object);
/** The objects that an Application, Kustomization or HelmRelease lists, without hooks. Borrowed until `take`
 * returns. Errors: VITALS_ENOTFOUND, the document is none of these; VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_cluster_listed(const vitals_document *application,
                                                               vitals_cluster_listed_fn take,
                                                               void *user);

/**
 * How Argo CD marks what belongs to its applications: application.resourceTrackingMethod,
 * application.instanceLabelKey and installationID of an argocd-cm, else the defaults of Argo CD 3. The texts are borrowed
 * from the document.
 */
VITALS_API void vitals_cluster_read_tracking(const vitals_document *argocd_cm,
                                             vitals_live_source_options *options);

/**
 * Start reading a selection. `events` is copied. Errors: VITALS_EINVAL, VITALS_ENOMEM; everything else is
 * reported by the events.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_cluster_watch(vitals_cluster *cluster, const vitals_cluster_selection *selection,
                     const vitals_cluster_events *events, vitals_cluster_watcher **out);
/** For a watcher with `listed_by`: another version of that object. Errors: VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status
vitals_cluster_watcher_list(vitals_cluster_watcher *watcher, const vitals_document *application);
/** Silent from now on. */
VITALS_API void vitals_cluster_watcher_free(vitals_cluster_watcher *watcher);
VITALS_API vitals_cluster *vitals_cluster_watcher_cluster(const vitals_cluster_watcher *watcher);

/** The scopes of a watcher: start with NULL; NULL at the end. */
VITALS_API vitals_cluster_scope *vitals_cluster_scope_next(const vitals_cluster_watcher *watcher,
                                                           const vitals_cluster_scope *scope);

/** What a scope reads. */
typedef struct vitals_cluster_scope_about {
    vitals_cluster_resource resource;
    vitals_text namespace_, name; /**< Absent: all. */
    vitals_text resource_version; /**< Of its last list or event; absent: none. */
    vitals_live_state state;
    bool synced;      /**< It was complete once. */
    bool asked_for;   /**< A target named it. */
    bool snapshot;    /**< The last list was of one moment; false when its token expired. */
    bool application; /**< It reads the application that the selection names, not its objects. */
    uint64_t lists, watches; /**< Begun so far. */
    bool
        narrowed; /**< All namespaces were wanted and are forbidden, so that it reads this one alone
                        (`fallback_namespace`). */
} vitals_cluster_scope_about;

VITALS_API void vitals_cluster_scope_about_of(const vitals_cluster_scope *scope,
                                              vitals_cluster_scope_about *out, size_t out_bytes);
/** A number of the host's with a scope, 0 at first. */
VITALS_API void vitals_cluster_scope_set_tag(vitals_cluster_scope *scope, uint64_t tag);
VITALS_API uint64_t vitals_cluster_scope_tag(const vitals_cluster_scope *scope);

/* ---------------------------------------------------------- feeding a live */

/** Start from VITALS_CLUSTER_FEED_INIT. New fields go last. */
typedef struct vitals_cluster_feed {
    size_t struct_bytes;
    vitals_live *live;     /**< Must live longer than the watcher. */
    vitals_live_id source; /**< To which scopes are added. */
    vitals_worker *worker; /**< Assesses when the live has no room before; NULL: never. */
} vitals_cluster_feed;

#define VITALS_CLUSTER_FEED_INIT                                                                   \
    { sizeof(vitals_cluster_feed), NULL, 0, NULL }

/**
 * The same as vitals_cluster_watch, and everything goes into a live: scopes, objects and states. `events`
 * are called afterwards, `object` before; what it keeps is not put. The tags of scopes are the ids of the
 * live's scopes.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_cluster_feed_live(vitals_cluster *cluster, const vitals_cluster_selection *selection,
                         const vitals_cluster_feed *feed, const vitals_cluster_events *events,
                         vitals_cluster_watcher **out);

/**
 * Read again what the live wants of this watcher's scopes (vitals_live_wanted_next): a scope with such objects is
 * listed again, at most twice a minute. For watchers of vitals_cluster_feed_live, after vitals_live_run;
 * nothing for others. Not from a callback.
 */
VITALS_API void vitals_cluster_feed_wanted(vitals_cluster_watcher *watcher);

/* ---------------------------------------------------------------- requests */

/** Names one object for a request. */
typedef struct vitals_cluster_reference {
    vitals_text resource; /**< As in vitals_cluster_target. */
    vitals_text namespace_, name, subresource;
} vitals_cluster_reference;

/** The end of a request: `problem` is NULL when it succeeded. `body` is what the server sent. */
typedef void (*vitals_cluster_done_fn)(void *user, const vitals_cluster_problem *problem,
                                       vitals_text body);

/** Read one object. `done` is called once, unless the cluster is freed before. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status
vitals_cluster_get(vitals_cluster *cluster, const vitals_cluster_reference *reference,
                   vitals_cluster_done_fn done, void *user);

/** How a patch is written. */
typedef enum vitals_cluster_patch_type {
    VITALS_CLUSTER_MERGE_PATCH,
    VITALS_CLUSTER_JSON_PATCH
} vitals_cluster_patch_type;

/**
 * Patch one object with fieldManager=vitals and strict validation. `dry_run`: the server changes nothing.
 * As vitals_cluster_get. Never repeated by this library when it may have been carried out. Errors: also
 * VITALS_ECONFIG, this build does not write.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_cluster_patch(vitals_cluster *cluster, const vitals_cluster_reference *reference,
                     vitals_cluster_patch_type type, vitals_text patch, bool dry_run,
                     vitals_cluster_done_fn done, void *user);

#ifdef __cplusplus
}
#endif

#endif
