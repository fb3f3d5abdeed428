/**
 * vitals/live.h: objects that change, kept assessed.
 *
 * A `vitals_live` holds the objects of any number of sources (a cluster, a directory, standard
 * input) as rows with their health, groups them into applications, and reports what changed:
 *
 *     vitals_live_new(NULL, &live);
 *     vitals_live_source_add(live, name, engine, NULL, &source);
 *     vitals_live_scope_add(live, source, &pods, &scope);
 *     vitals_live_view_new(live, NULL, &view);
 *
 *     vitals_live_begin(live, scope);                 a list begins
 *     vitals_live_put(live, scope, document);         once for each object
 *     vitals_live_synced(live, scope);                what was not put since begin is removed
 *     vitals_live_put / vitals_live_remove            watch events
 *
 *     vitals_live_run(live, worker, now_ms, 1000);    assess what is due
 *     vitals_live_changes(view, &position, …);        read what changed
 *
 * Everything is read through a view. A view may have a filter; what the filter hides is neither
 * counted nor numbered in the view, so that a view equals a `vitals_live` that holds only its data.
 *
 * The following holds for every function here and is not repeated below. The rules of
 * <vitals/vitals.h> hold too.
 *
 *   Threads     A live, its views and everything read from them serve one thread at a time. It
 *               makes no threads. vitals_live_job_run alone may run on any thread.
 *   Clock       No clock is read. `now_ms` is Unix time in milliseconds. It may go backwards.
 *   Ids         A source, scope, row or application is named by a vitals_live_id: never 0, never
 *               reused for something else. An id that no longer names anything gives
 *               VITALS_ENOTFOUND. Ids of rows and applications belong to one view.
 *   Texts       Borrowed until the next call that changes the live (put, remove, synced, run, give
 *               and the like).
 *   Structs     A struct that the library fills is passed with its size. Those of callers may be
 *               shorter or longer than the library's: see <vitals/types.h>.
 *   Memory      Bounded by the limits live_*. After VITALS_ENOMEM the live is consistent and the
 *               call may be repeated, unless the function says otherwise.
 */
#ifndef VITALS_LIVE_H
#define VITALS_LIVE_H

#include <vitals/coverage.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vitals_live vitals_live;
typedef struct vitals_live_view vitals_live_view;
typedef struct vitals_live_job vitals_live_job;

/** Names a source, scope, row or application. 0 names none. */
typedef uint64_t vitals_live_id;

/** No time: the verdict holds for ever, nothing is waited for. */
#define VITALS_LIVE_NEVER INT64_MAX

/* ------------------------------------------------------------------ options */

/** Which objects are kept after they were assessed. */
typedef enum vitals_live_keep {
    VITALS_LIVE_KEEP_NEEDED, /**< Only those that verdicts about other objects read. */
    VITALS_LIVE_KEEP_ALL     /**< Every object, as compact JSON. */
} vitals_live_keep;

/**
 * When a change of health is announced. It changes what is announced, never what is true: a row has
 * its health and its settled health. All zero (the default): every change at once. Never grows.
 */
typedef struct vitals_live_settling {
    uint32_t better_ms;    /**< A better health must hold this long. */
    uint32_t worse_ms;     /**< A worse health must hold this long. */
    bool terminal_at_once; /**< A terminal verdict does not wait. */
    uint32_t flap_changes; /**< This many settled changes within flap_window_ms are flapping; at
                                most 8. 0: never. It ends after a window with at most one. */
    uint32_t flap_window_ms;
} vitals_live_settling;

/** Start from VITALS_LIVE_OPTIONS_INIT. New fields go last. */
typedef struct vitals_live_options {
    size_t struct_bytes;
    const vitals_allocator *allocator; /**< NULL for malloc. Copied. */
    const vitals_limits *limits;       /**< NULL for the defaults. Copied. */
    vitals_live_keep keep;
    vitals_live_settling settling;
    uint64_t
        epoch; /**< Of the feeds; different in each run of a program, such as its start time. */
    uint64_t hash_seed; /**< Mixed into hashes of names. 0 is allowed. */
} vitals_live_options;

#define VITALS_LIVE_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(vitals_live_options), NULL, NULL, VITALS_LIVE_KEEP_NEEDED, { 0, 0, false, 0, 0 },   \
            0, 0                                                                                   \
    }

/** `options` may be NULL. Errors: VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_new(const vitals_live_options *options,
                                                         vitals_live **out);
/** Frees its views too. Jobs that are still out must be given back or freed before. */
VITALS_API void vitals_live_free(vitals_live *live);

/** What a live holds and what it refused. */
typedef struct vitals_live_stats {
    uint64_t rows;
    uint64_t rows_refused; /**< Puts that live_rows or live_bytes refused since their list began. */
    uint64_t bytes;        /**< All memory of the live, kept objects and views included. */
    uint64_t kept_bytes;   /**< Of kept objects and of documents that wait to be assessed. */
    uint64_t queued;       /**< Rows that wait to be assessed. */
    uint64_t wanted;       /**< Rows on the list of wanted objects. */
    uint64_t wanted_over;  /**< Rows that belong there and do not fit: see live_wanted. */
    uint64_t assessments;  /**< Since the beginning. */
    uint64_t unchanged;    /**< Puts that needed no assessment. */
    uint64_t applications_refused; /**< Times that live_applications refused an application. */
} vitals_live_stats;

/** As of now; O(1). */
VITALS_API void vitals_live_stats_of(const vitals_live *live, vitals_live_stats *out,
                                     size_t out_bytes);

/* ------------------------------------------------------------------ sources */

/** How Argo CD marks what belongs to an application: application.resourceTrackingMethod. */
typedef enum vitals_live_tracking {
    VITALS_LIVE_TRACKING_ANY,        /**< The annotation, else the label. */
    VITALS_LIVE_TRACKING_ANNOTATION, /**< Also of annotation+label, whose label only informs. */
    VITALS_LIVE_TRACKING_LABEL
} vitals_live_tracking;

/** Start from VITALS_LIVE_SOURCE_OPTIONS_INIT. New fields go last. Texts are copied. */
typedef struct vitals_live_source_options {
    size_t struct_bytes;
    vitals_profile profile;
    vitals_aggregate aggregate;
    int32_t zone_offset_seconds; /**< As in vitals_call. */
    vitals_live_tracking tracking;
    bool helm_controller_order; /**< As in vitals_call. */
    bool by_namespace; /**< What has no owner, and no application names or lists, belongs to one
                            named as its namespace. */
    bool explain;      /**< As in vitals_call. */
    uint16_t argocd_release, flux_release; /**< As in vitals_call. */
    vitals_text
        instance_label; /**< application.instanceLabelKey; absent: app.kubernetes.io/instance */
    vitals_text installation_id;  /**< installationID; absent: not compared. */
    vitals_text argocd_namespace; /**< Of the control plane; absent: argocd. */
    vitals_remote_fn remote;      /**< As in vitals_call; also called by jobs, on their threads. */
    void *remote_user;
} vitals_live_source_options;

#define VITALS_LIVE_SOURCE_OPTIONS_INIT                                                            \
    {                                                                                              \
        sizeof(vitals_live_source_options), VITALS_PROFILE_COMBINED, VITALS_AGGREGATE_ARGOCD, 0,   \
            VITALS_LIVE_TRACKING_ANY, false, false, false, 0, 0, { NULL, 0 }, { NULL, 0 },         \
            { NULL, 0 }, NULL, NULL                                                                \
    }

/**
 * Add a source. It holds a reference to `engine`. `name` is copied and need not be unique; filters
 * use it. Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_live_source_add(vitals_live *live, vitals_text name, vitals_engine *engine,
                       const vitals_live_source_options *options, vitals_live_id *out);
/**
 * Remove a source with its scopes and rows. Its applications leave the views first. Removed rows keep their names
 * and the id of the source until their removal leaves the ring of the feed.
 *
 * Cost:   linear in its rows and in what its applications list. The interrupt of vitals_live_set_interrupt is
 *         asked for each row. Memory that nothing uses any more is given back.
 * Errors: VITALS_ENOTFOUND. VITALS_ESTOPPED, the host stopped it: some of its rows are left; call it
 *         again, and put nothing into the source.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_source_remove(vitals_live *live,
                                                                   vitals_live_id source);
/**
 * Replace the engine of a source. Its rows are assessed again by vitals_live_run, one after another;
 * until then they keep their verdict and are marked `older_engine`. A row whose object is not kept
 * goes on the list of wanted objects.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_use(vitals_live *live, vitals_live_id source,
                                                         vitals_engine *engine);

/* ------------------------------------------------------------------- scopes */

/** What is listed and watched as one. Absent texts mean any. Never grows. */
typedef struct vitals_live_scope_key {
    vitals_text group, kind; /**< A kind that is absent means any group and kind. */
    vitals_text namespace_;
} vitals_live_scope_key;

typedef enum vitals_live_state {
    VITALS_LIVE_LISTING, /**< Not complete yet. A new scope is. */
    VITALS_LIVE_LIVE,    /**< Complete and followed. */
    VITALS_LIVE_SILENT,  /**< Complete once; what changed since is not known. */
    VITALS_LIVE_REFUSED  /**< Cannot be read. */
} vitals_live_state;

/** "listing", "live", "silent", "refused"; "" for anything else. Static. */
VITALS_API const char *vitals_live_state_name(vitals_live_state state);

/** Add a scope to a source; it is LISTING. `key` is copied; NULL means everything. Scopes of one source
 * may overlap: an object is in the scope that put it last. Errors: VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_scope_add(vitals_live *live,
                                                               vitals_live_id source,
                                                               const vitals_live_scope_key *key,
                                                               vitals_live_id *out);
/** Remove a scope and its rows. Errors: VITALS_ENOTFOUND; VITALS_ESTOPPED, as vitals_live_source_remove. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_scope_remove(vitals_live *live,
                                                                  vitals_live_id scope);
/** A list begins. Rows stay; those that are not put before vitals_live_synced are removed then. Every put
 * until then counts, also of a watch event or a wanted object. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_begin(vitals_live *live, vitals_live_id scope);
/** The list is complete: the state becomes LIVE, and what was not put since begin is removed. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_synced(vitals_live *live,
                                                            vitals_live_id scope);
/** Set the state of a scope and its reason, which is copied. Rows stay as they are. Errors:
 * VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_set_state(vitals_live *live,
                                                               vitals_live_id scope,
                                                               vitals_live_state state,
                                                               vitals_text reason);

/** Say what a scope covers, where its state alone does not: a REFUSED one is LOST, or FORBIDDEN; a LIVE one is READ, or
 * NARROWED, or EXCLUDED. vitals_live_set_state and vitals_live_synced forget it. The next vitals_live_run that has assessed
 * what is due judges the applications of the source again. Errors: VITALS_EINVAL, VITALS_ENOTFOUND. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_set_coverage(vitals_live *live,
                                                                  vitals_live_id scope,
                                                                  vitals_coverage_state state);

/** The names of an object. Never grows. */
typedef struct vitals_live_object {
    vitals_text uid, group, kind, namespace_, name;
} vitals_live_object;

/** The names of the object in a document, borrowed from it. */
VITALS_API vitals_live_object vitals_live_object_of(const vitals_document *document);

/**
 * Put one object. On success the live owns `document`; on failure it stays the caller's. It is
 * assessed by vitals_live_run or a job, which also puts it into views.
 *
 * The row is found by source, UID, kind, namespace and name, without a UID by group, kind, namespace and name. Another name
 * under a UID is another object, and both count; where owners are found by that UID, the first one is it. A new UID
 * under an existing name removes the old row. Where only one of the row and the object has a UID, they are
 * the same object, and the row has the UID. The same resourceVersion is not assessed again under the same
 * engine as long as its verdict holds. Otherwise the last put wins: versions are not ordered, so that events
 * of one object must be put in the order in which its watch gives them.
 *
 * Errors: VITALS_EINVAL, the object has no kind or no name, or one of its names is longer than 4,096
 *         bytes. VITALS_EAGAIN, live_bytes is reached and documents wait to be assessed: call
 *         vitals_live_run, or give jobs back, and put again. VITALS_ELIMIT, live_rows or live_bytes:
 *         the object is counted as refused, and the applications that it names, or that list it, are
 *         incomplete until the scope is listed again. An object that has a row already is never
 *         refused. VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_put(vitals_live *live, vitals_live_id scope,
                                                         vitals_document *document);
/** The same from text. `options` are those of vitals_document_parse and may be NULL; its allocator and
 * limits are replaced by those of the live. Errors: also those of vitals_document_parse. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_put_text(vitals_live *live,
                                                              vitals_live_id scope,
                                                              const char *bytes, size_t size,
                                                              const vitals_read_options *options,
                                                              vitals_diagnostics *diagnostics);
/** Remove one object of the scope's source, by UID and name, whichever are given. Needs no memory.
 * Errors: VITALS_ENOTFOUND, it is not there. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_remove(vitals_live *live, vitals_live_id scope,
                                                            const vitals_live_object *object);

/* ------------------------------------------------------------- applications */

/** What manages an application. */
typedef enum vitals_live_manager {
    VITALS_LIVE_ARGOCD,        /**< An Argo CD Application. */
    VITALS_LIVE_KUSTOMIZATION, /**< A Flux Kustomization. */
    VITALS_LIVE_HELMRELEASE,   /**< A Flux HelmRelease. */
    VITALS_LIVE_NAMESPACE      /**< Nothing: the objects of a namespace. */
} vitals_live_manager;

/**
 * How an object was found to belong to an application, in the order of precedence: the first is the
 * object's primary application. See docs/live.md.
 */
#define VITALS_LIVE_METHOD_MAP(X)                                                                  \
    X(ANNOTATION, "annotation")         /**< argocd.argoproj.io/tracking-id */                     \
    X(KUSTOMIZE_LABEL, "kustomize")     /**< kustomize.toolkit.fluxcd.io/name */                   \
    X(HELM_LABEL, "helm")               /**< helm.toolkit.fluxcd.io/name */                        \
    X(INVENTORY, "inventory")           /**< Listed by the application, or by the host. */         \
    X(INSTANCE_LABEL, "instance-label") /**< app.kubernetes.io/instance */                         \
    X(NAMESPACE, "namespace")           /**< Nothing else, and by_namespace. */                    \
    X(OWNER, "owner")                   /**< Its owner belongs to it. Never counted. */

typedef enum vitals_live_method {
#define VITALS_X(name, text) VITALS_LIVE_BY_##name,
    VITALS_LIVE_METHOD_MAP(VITALS_X)
#undef VITALS_X
        VITALS_LIVE_METHOD_COUNT
} vitals_live_method;

/** The texts of the map, and "Application", "Kustomization", "HelmRelease", "Namespace"; "" for anything
 * else. Static. */
VITALS_API const char *vitals_live_method_name(vitals_live_method method);
VITALS_API const char *vitals_live_manager_name(vitals_live_manager manager);

/** Names an application within a source. The namespace of an Argo CD Application is empty when it
 * is in the namespace of the control plane, as in tracking ids. The application of a namespace has that
 * namespace as `namespace_` and as `name`. Never grows. */
typedef struct vitals_live_application_key {
    vitals_live_manager manager;
    vitals_text namespace_, name;
} vitals_live_application_key;

/**
 * State that an application lists these objects of `source`, replacing what was stated before for
 * it; `count` 0 withdraws it. Inventories of Applications (whose destination is the cluster itself),
 * Kustomizations and HelmReleases that are put are read without this call. Where there are both, these
 * objects come after those of the inventory.
 *
 * UIDs are ignored. Errors: VITALS_ELIMIT, live_applications; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_members(
    vitals_live *live, vitals_live_id source, const vitals_live_application_key *application,
    const vitals_live_object *objects, size_t count);

/* --------------------------------------------------------------------- work */

/** What is asked for each row, and in long work on it, whether to stop vitals_live_run, _take or _give;
 * NULL: nothing. */
VITALS_API void vitals_live_set_interrupt(vitals_live *live, vitals_interrupt_fn interrupt,
                                          void *user);

/**
 * Assess what is due at `now_ms`: rows that were put, verdicts whose time is over, rows of a source
 * with a new engine; and settle what has held long enough. `worker` is switched between engines.
 * `budget` is the number of rows to assess.
 *
 * VITALS_EAGAIN: the budget is used and more is due; call again. This is not an error and adds no
 * diagnostic. Errors: VITALS_ENOMEM; VITALS_ESTOPPED, see vitals_live_set_interrupt. What was due is due
 * still; no row gets the verdict of an assessment that was stopped.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_run(vitals_live *live, vitals_worker *worker,
                                                         int64_t now_ms, size_t budget);
/**
 * Called for each row that was assessed, while its object and its verdict are at hand: for what a host
 * keeps beside the row. Both are borrowed until it returns. It may call what reads a live or a view; the
 * view has the row as it was before. The same object comes again after VITALS_ENOMEM.
 */
typedef void (*vitals_live_assessed_fn)(void *user, vitals_live_id source,
                                        const vitals_document *document, vitals_verdict *verdict);
/** Have vitals_live_run and vitals_live_give call this; NULL: nothing. */
VITALS_API void vitals_live_set_assessed(vitals_live *live, vitals_live_assessed_fn assessed,
                                         void *user);
/** When vitals_live_run has something to do: 0 at once, VITALS_LIVE_NEVER not before a change. */
VITALS_API int64_t vitals_live_next_ms(const vitals_live *live);

/**
 * For hosts with threads: take one row's assessment out of the queue. Only rows whose verdict
 * depends on nothing but their object become jobs; vitals_live_run assesses the others.
 * VITALS_ENOTFOUND: there is none; `*out` is NULL. Errors: VITALS_ENOMEM, VITALS_ESTOPPED.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_take(vitals_live *live, int64_t now_ms,
                                                          vitals_live_job **out);
/** Assess. On any thread, one thread per job and worker; the worker is switched to the job's engine.
 * `interrupt` may be NULL. Errors: those of vitals_assess, and VITALS_ESTOPPED, the host stopped it; give
 * the job back all the same. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_job_run(vitals_live_job *job,
                                                             vitals_worker *worker,
                                                             vitals_interrupt_fn interrupt,
                                                             void *user);
/** Give a job back, which frees it in any case. A row that was put again meanwhile shows the verdict of
 * its older version until the newer one is assessed, which begins only now: vitals_live_run does nothing
 * for a row whose job is out. A verdict under older rules is dropped, and a job that did not run, or
 * failed, is queued again. Errors: VITALS_ENOMEM, VITALS_ESTOPPED; the row is due still. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_give(vitals_live *live, vitals_live_job *job,
                                                          int64_t now_ms);

/** An object that must be fetched and put again, because its row must be assessed and the object
 * was not kept. */
typedef struct vitals_live_wanted {
    vitals_live_id source, scope;
    vitals_live_object object;
} vitals_live_wanted;

/** The wanted objects, in the order they were asked for: start with `*at` = 0. false at the end. An
 * object leaves the list when it is put or removed. */
VITALS_API bool vitals_live_wanted_next(const vitals_live *live, uint64_t *at,
                                        vitals_live_wanted *out, size_t out_bytes);

/* -------------------------------------------------------------------- views */

/**
 * What a view shows. A list without entries shows everything; several lists must all agree. Texts
 * are copied. Objects without a namespace are not in a view that lists namespaces. A view that
 * lists projects or applications shows the rows that belong to one of them, the Argo CD
 * Applications themselves, and what they own.
 */
typedef struct vitals_live_filter {
    size_t struct_bytes;
    const vitals_text *sources; /**< Names of sources. */
    size_t source_count;
    const vitals_text *namespaces;
    size_t namespace_count;
    const vitals_text *projects; /**< Argo CD projects: spec.project of the Application. */
    size_t project_count;
    const vitals_text *applications; /**< "name", or "namespace/name". */
    size_t application_count;
} vitals_live_filter;

#define VITALS_LIVE_FILTER_INIT                                                                    \
    { sizeof(vitals_live_filter), NULL, 0, NULL, 0, NULL, 0, NULL, 0 }

/** `filter` may be NULL: everything. A put costs each view one look at its filter.
 * Errors: VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_view_new(vitals_live *live,
                                                              const vitals_live_filter *filter,
                                                              vitals_live_view **out);
/** Free a view before its live; vitals_live_free frees those that are left. */
VITALS_API void vitals_live_view_free(vitals_live_view *view);

/** How many rows a view has, and how many of each health. */
typedef struct vitals_live_counts {
    uint64_t rows, applications;
    uint64_t health[VITALS_HEALTH_COUNT];  /**< Without kinds that have no health by nature. */
    uint64_t settled[VITALS_HEALTH_COUNT]; /**< The same by settled health. */
    uint64_t no_health;                    /**< ConfigMaps, Roles and the like. */
    uint64_t application_settled[VITALS_HEALTH_COUNT]; /**< Applications by settled health. */
} vitals_live_counts;

/** The figures of a view; O(1). */
VITALS_API void vitals_live_counts_of(const vitals_live_view *view, vitals_live_counts *out,
                                      size_t out_bytes);

/** How far an Application, Kustomization or HelmRelease has applied what is wanted. It never
 * changes the health. */
#define VITALS_LIVE_DELIVERY_MAP(X)                                                                \
    X(NONE, "") /**< The object delivers nothing. */                                               \
    X(UNKNOWN, "unknown")                                                                          \
    X(IN_STEP, "in-step") /**< What is wanted is applied. */                                       \
    X(BEHIND, "behind")   /**< Something else is wanted than is applied. */                        \
    X(APPLYING, "applying")                                                                        \
    X(FAILED, "failed")                                                                            \
    X(STALLED, "stalled") /**< Failed, and not tried again without a change. */                    \
    X(SUSPENDED, "suspended")

typedef enum vitals_live_delivery {
#define VITALS_X(name, text) VITALS_LIVE_DELIVERY_##name,
    VITALS_LIVE_DELIVERY_MAP(VITALS_X)
#undef VITALS_X
        VITALS_LIVE_DELIVERY_COUNT
} vitals_live_delivery;

/** The texts of the map; "" for anything else. Static. */
VITALS_API const char *vitals_live_delivery_name(vitals_live_delivery delivery);

/** One row of a view. */
typedef struct vitals_live_row {
    vitals_live_id id, source, scope;
    vitals_live_id owner; /**< Row of the controller, else of the first owner; 0: none here. */
    vitals_live_id application; /**< The primary one; 0: none. */
    vitals_live_object object;
    vitals_text resource_version;
    vitals_health health, settled;
    vitals_kstatus kstatus; /**< NONE in the profiles combined and argocd. */
    vitals_source decided;  /**< Which kind of rule decided. */
    vitals_text rule;       /**< Its id; absent: none. */
    vitals_text message;    /**< Cut to live_row_message_bytes. */
    int64_t since_ms;   /**< lastTransitionTime of the deciding condition, or VITALS_LIVE_NEVER. */
    int64_t changed_ms; /**< When the health was first observed. */
    int64_t settles_ms; /**< When the health settles; VITALS_LIVE_NEVER: it has. */
    int64_t
        valid_until_ms; /**< When it is assessed again; VITALS_LIVE_NEVER: not without a change. */
    uint64_t sequence;  /**< Of its last change in the feed. */
    vitals_live_delivery delivery;
    bool failed;       /**< The rule failed: the message is its error. */
    bool stale;        /**< As vitals_verdict_stale. */
    bool terminal;     /**< As vitals_verdict_terminal. */
    bool counted;      /**< Whether it counts in its applications. */
    bool no_health;    /**< The kind has no health by nature. */
    bool flapping;     /**< See vitals_live_settling. */
    bool older_engine; /**< The verdict was made by an engine that was replaced since. */
    bool removed;      /**< The object is gone; the row is kept for readers of the feed. */
} vitals_live_row;

/** One row by its id. Errors: VITALS_ENOTFOUND. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_row_of(const vitals_live_view *view,
                                                            vitals_live_id row,
                                                            vitals_live_row *out, size_t out_bytes);
/** Iterate over all rows that are not removed: start with 0; 0 at the end. In no order; survives
 * changes in between, but may miss what they add. */
VITALS_API vitals_live_id vitals_live_row_next(const vitals_live_view *view, vitals_live_id row);
/** The row of an object, by UID and name, whichever are given; 0: none. */
VITALS_API vitals_live_id vitals_live_row_find(const vitals_live_view *view, vitals_live_id source,
                                               const vitals_live_object *object);
/** The rows whose owner `row` is: start with 0; 0 at the end. In no order. */
VITALS_API vitals_live_id vitals_live_child_next(const vitals_live_view *view, vitals_live_id row,
                                                 vitals_live_id child);
/** The object as compact JSON. VITALS_ENOTFOUND: it is not kept; vitals_live_want asks for it. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_row_json(const vitals_live_view *view,
                                                              vitals_live_id row,
                                                              vitals_text *json);
/** Put the object of a row on the list of wanted objects. VITALS_ELIMIT: live_wanted. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_want(vitals_live_view *view,
                                                          vitals_live_id row);

/** What is wanted and what is applied, for a row whose delivery is not NONE. */
typedef struct vitals_live_delivery_info {
    vitals_live_delivery state;
    vitals_text wanted, applied; /**< Revisions; absent when they are not known. */
    vitals_text message;
} vitals_live_delivery_info;

/** The same for an object alone. The texts are borrowed from the document; state NONE: it is not an
 * Application, a Kustomization or a HelmRelease. */
VITALS_API void vitals_live_delivery_of_document(const vitals_document *document,
                                                 vitals_live_delivery_info *out, size_t out_bytes);

/** Errors: VITALS_ENOTFOUND, the row is not there or delivers nothing. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_delivery_of(const vitals_live_view *view,
                                                                 vitals_live_id row,
                                                                 vitals_live_delivery_info *out,
                                                                 size_t out_bytes);

/** An application that a row belongs to. */
typedef struct vitals_live_membership {
    vitals_live_id application;
    vitals_live_method method;
} vitals_live_membership;

/** The applications of a row in the order of precedence, from 0. false past the end. */
VITALS_API bool vitals_live_membership_at(const vitals_live_view *view, vitals_live_id row,
                                          size_t index, vitals_live_membership *out,
                                          size_t out_bytes);

/** One application of a view. */
typedef struct vitals_live_application {
    vitals_live_id id, source;
    vitals_live_id
        object; /**< Row of the Application, Kustomization or HelmRelease; 0: none here. */
    vitals_live_application_key key;
    vitals_text project; /**< Argo CD; absent when it is not known. */
    vitals_health health,
        settled;   /**< Of what counts, by health and by settled health; in profile combined
                                        with what it may lack: see vitals_coverage_judge. */
    bool complete; /**< Everything that may count is there: see docs/live.md. */
    const char *incomplete; /**< Why it is not complete, the first reason in the order of
                                        docs/live.md; NULL: it is. Static. */
    bool flapping;
    vitals_live_delivery delivery; /**< Of its object. */
    uint64_t members;              /**< Rows, counted or not. */
    /** What counts, by settled health after the policy: rows, and listed objects that are absent; in profile
     * combined not those that may be there. */
    uint64_t counted[VITALS_HEALTH_COUNT];
    uint64_t absent; /**< Listed objects that are not there, counted or not, but for Secrets. */
    uint64_t
        lost; /**< Parts that it may lack and that were narrowed, lost or unreadable. In profile
                             combined it is then Unknown, or stays Degraded. */
    int64_t changed_ms; /**< When the settled health changed. */
    uint64_t sequence;  /**< Of its last change in the feed. */
    bool removed;       /**< The view does not have it now: see docs/live.md. */
} vitals_live_application;

/** One application by its id. Cost: linear in the scopes of its source; where listed objects are absent, in
 * what it lists. Errors: VITALS_ENOTFOUND. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_application_of(const vitals_live_view *view,
                                                                    vitals_live_id application,
                                                                    vitals_live_application *out,
                                                                    size_t out_bytes);
/** Iterate over all applications: start with 0; 0 at the end. In no order. */
VITALS_API vitals_live_id vitals_live_application_next(const vitals_live_view *view,
                                                       vitals_live_id application);
/** The application with these names; 0: none. */
VITALS_API vitals_live_id vitals_live_application_find(const vitals_live_view *view,
                                                       vitals_live_id source,
                                                       const vitals_live_application_key *key);
/** Its rows, those that count worst first, then the others: start with 0; 0 at the end. Rows of one
 * status are in the order in which the application lists them, then those that it does not list by
 * group, kind, namespace and name. O(log rows) each. */
VITALS_API vitals_live_id vitals_live_member_next(const vitals_live_view *view,
                                                  vitals_live_id application, vitals_live_id row);
/**
 * In profile combined what the application may lack, as in vitals_coverage_judge; then
 * Argo CD's "Caused by …" for the settled health of the rest, in the order of vitals_live_member_next with listed
 * objects that are absent among them; empty when nothing caused it. Borrowed until the next call with
 * this view. It may change although the application is not in the feed: when another member causes the
 * same figures.
 *
 * Cost:   O(log rows); linear in what the application lists where absent objects count.
 * Errors: VITALS_ENOTFOUND, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_application_message(vitals_live_view *view,
                                                                         vitals_live_id application,
                                                                         vitals_text *message);

/** An object that an application lists and that is not there. */
typedef struct vitals_live_absent {
    vitals_live_object object; /**< Without a UID. */
    bool counted;              /**< In profile combined not while it may be there. */
    vitals_health counts_as;   /**< After the policy, where it is counted. */
    const char *unknown; /**< Why it may be there all the same; NULL: it is missing. Static. */
    vitals_coverage_state covered; /**< Of what should have it; READ: it is missing. */
    uint8_t reserved[4];
} vitals_live_absent;

/** The absent objects of an application but for Secrets, in no order: start with `*at` = 0; false at the
 * end. `*at` holds until the live changes. Cost: linear in what the application lists, for each linear in the scopes. */
VITALS_API bool vitals_live_absent_next(const vitals_live_view *view, vitals_live_id application,
                                        uint64_t *at, vitals_live_absent *out, size_t out_bytes);

/**
 * Add what a view covers to a list: with `application` 0 a part for each visible scope, whatever its state, with the time at
 * which it was listed; else what the application may lack: members that it lists, absent or not known to be, and
 * scopes with members.
 *
 * Cost:   linear in the scopes; for an application with absent objects in what it lists, times the scopes.
 * Errors: VITALS_EINVAL, VITALS_ENOTFOUND, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_coverage(vitals_live_view *view,
                                                              vitals_live_id application,
                                                              vitals_coverage_list *list);

/** One source of a view. */
typedef struct vitals_live_source {
    vitals_live_id id;
    vitals_text name;
    vitals_profile profile;
    uint64_t rows;   /**< In this view. */
    uint64_t scopes; /**< Visible ones; each state below. */
    uint64_t listing, live, silent, refused;
    bool synced;                           /**< Every scope was complete once, or is refused. */
    uint64_t settled[VITALS_HEALTH_COUNT]; /**< As in vitals_live_counts, of the source. */
    uint64_t application_settled[VITALS_HEALTH_COUNT]; /**< Likewise. */
} vitals_live_source;

/** One source by its id. Errors: VITALS_ENOTFOUND, also when the view does not see it. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_source_of(const vitals_live_view *view,
                                                               vitals_live_id source,
                                                               vitals_live_source *out,
                                                               size_t out_bytes);
/** Iterate over the sources that a view sees: start with 0; 0 at the end. */
VITALS_API vitals_live_id vitals_live_source_next(const vitals_live_view *view,
                                                  vitals_live_id source);

/** One scope of a view. */
typedef struct vitals_live_scope {
    vitals_live_id id, source;
    vitals_live_scope_key key;
    vitals_live_state state;
    vitals_text reason; /**< Of the state; may be empty. */
    bool synced;        /**< It was complete once. */
    uint64_t rows;      /**< In this view. */
} vitals_live_scope;

/** One scope by its id. Errors: VITALS_ENOTFOUND, also when the view does not see it. */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_scope_of(const vitals_live_view *view,
                                                              vitals_live_id scope,
                                                              vitals_live_scope *out,
                                                              size_t out_bytes);
/** Iterate over the scopes that a view sees: start with 0; 0 at the end. */
VITALS_API vitals_live_id vitals_live_scope_next(const vitals_live_view *view,
                                                 vitals_live_id scope);

/* --------------------------------------------------------------------- feed */

/** A place in the feed of a view. All zero is before everything. Never grows. */
typedef struct vitals_live_position {
    uint64_t epoch;
    uint64_t sequence; /**< Of the last change that was read. */
} vitals_live_position;

typedef enum vitals_live_change_kind {
    VITALS_LIVE_ROW_ADDED,
    VITALS_LIVE_ROW_CHANGED, /**< Health, settled health, message, application or mark. */
    VITALS_LIVE_ROW_REMOVED,
    VITALS_LIVE_APPLICATION_ADDED,
    VITALS_LIVE_APPLICATION_CHANGED,
    VITALS_LIVE_APPLICATION_REMOVED,
    VITALS_LIVE_SCOPE_CHANGED /**< `subject` is the scope. */
} vitals_live_change_kind;

/** What happened. The content is not here: read it from the row, which may be newer. */
typedef struct vitals_live_change {
    uint64_t sequence; /**< From 1, without gaps. */
    int64_t at_ms;     /**< The time of the run that made it, or of the last run before it. */
    vitals_live_id subject;
    vitals_live_change_kind kind;
    vitals_health from, to;                 /**< Health; UNASSESSED from when it was added. */
    vitals_health settled_from, settled_to; /**< Settled health. */
} vitals_live_change;

/** The place of the last change: take it before a snapshot and follow from there. Reading a change
 * that the snapshot has already is harmless. */
VITALS_API void vitals_live_head(const vitals_live_view *view, vitals_live_position *out,
                                 size_t out_bytes);
/**
 * The changes after `*position`, up to `capacity`, each `change_bytes` bytes apart; `*position` is
 * advanced.
 * VITALS_ENOTFOUND: the feed does not reach back to the position (limit live_feed) or the epoch is
 * another one: take a snapshot and start from its head.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_live_changes(const vitals_live_view *view,
                                                             vitals_live_position *position,
                                                             vitals_live_change *changes,
                                                             size_t capacity, size_t change_bytes,
                                                             size_t *count);

#ifdef __cplusplus
}
#endif

#endif
