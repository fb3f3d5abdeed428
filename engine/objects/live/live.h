/*
** Internal to the live module: the state that its files share.
**
** A put only files the document under its row and queues the row. Everything that follows from a
** document (verdict, owner, memberships, inventory, views) is derived in one place, vt_row_apply, when
** the row is worked on; what that changes for other rows queues those. So the order of arrival does
** not matter, and a step that runs out of memory leaves its row in the queue and is done again.
*/
#ifndef VITALS_LIVE_LIVE_H
#define VITALS_LIVE_LIVE_H

#include <vitals/live.h>

#include "base/memory/map.h"
#include "base/memory/sized.h"
#include "base/run/limits.h"
#include "health/health.h"
#include "kstatus/kstatus.h"
#include "objects/live/delivery.h"
#include "objects/live/intern.h"
#include "objects/live/membership.h"
#include "objects/live/settle.h"
#include "objects/live/timer.h"
#include "objects/live/view/feed.h"
#include "objects/set/set.h"

/* ------------------------------------------------------------------- sources */

/* Rows linked through `queue_next` and `queue_previous`. */
typedef struct vt_queue {
    uint32_t first, last;
    uint64_t count;
} vt_queue;

typedef struct vt_source_row vt_source_row;
struct vt_source_row {
    vt_slab_item item;
    uint32_t name; /* interned */
    vitals_engine *engine;
    uint32_t revision; /* counts engines */
    vitals_call call;
    vitals_aggregate aggregate;
    vt_tracking tracking;
    char *tracking_texts;
    size_t tracking_bytes;
    vitals_set *set; /* of what readers of kstatus look up; NULL in other profiles */
    vt_queue queue;
    uint32_t first_scope, first_application;
    uint32_t first_changed; /* scopes that have changed since the last run */
    uint32_t never_synced;  /* scopes that were not complete yet and are not refused */
    uint32_t refused_any;   /* scopes that may miss objects of any application */
    uint32_t users;         /* rows and applications that name it, those that feeds keep included */
    bool leaving;           /* its removal has begun: no view has applications of it */
    bool gone;              /* it was removed: nothing finds it any more */
    bool judge_again;       /* the coverage of its scopes has changed since the last run */
    bool scope_went;        /* since the last run */
};

typedef struct vt_scope {
    vt_slab_item item;
    uint32_t source, next_scope, next_changed;
    uint32_t group, kind, namespace_; /* interned; 0: any */
    uint32_t reason;                  /* interned */
    uint32_t listing;                 /* counts the lists that began */
    uint32_t first_row;
    uint32_t first_refusal;
    uint64_t rows, refused;
    vitals_live_state state;
    bool synced, begun;
    bool refused_any;  /* it is not known which applications miss what was refused */
    bool healthless;   /* its kind has no health by nature */
    bool changed;      /* it is in the list of changed scopes of its source */
    uint8_t coverage;  /* vitals_coverage_state that the host gave; READ: that of the state */
    int64_t listed_ms; /* when it was complete last; VITALS_COVERAGE_NO_TIME: never */
} vt_scope;

/* An object that limits refused is missing in an application. */
typedef struct vt_refusal {
    vt_slab_item item;
    uint32_t scope, application;
    uint32_t scope_next;
} vt_refusal;

/* ---------------------------------------------------------------------- rows */

/* What is still to be done for a row. */
enum vt_due {
    VT_DUE_VERDICT = 1, /* assess it */
    VT_DUE_MEMBERS = 2, /* find its applications again */
    VT_DUE_VIEWS = 4    /* show it again */
};

enum vt_list { VT_LIST_NONE, VT_LIST_QUEUE, VT_LIST_WANTED };

typedef struct vt_row {
    vt_slab_item item;
    uint32_t source, scope;
    uint32_t group, kind, namespace_, rule; /* interned */
    char *names;                            /* name, uid, owner, resourceVersion */
    char *message;
    uint16_t name_size, uid_size, owner_size, version_size, message_size;
    uint8_t due, list;
    uint32_t queue_next, queue_previous;
    uint32_t scope_next, scope_previous;
    uint32_t sibling_next, sibling_previous; /* rows with the same owner */
    uint32_t members;                        /* its memberships */
    uint32_t application;                    /* the application that it is, or 0 */
    uint32_t timer;
    uint32_t asked;            /* counts what asked for a verdict */
    uint32_t revision;         /* of the engine that made the verdict */
    uint32_t listing;          /* the list of its scope that it was seen in */
    uint32_t stamp;            /* counts changes that views show */
    uint32_t holders;          /* views whose feed still names it */
    vitals_document *document; /* that waits to be assessed, or NULL */
    char *kept;                /* the object as JSON, or NULL */
    uint32_t document_bytes, kept_bytes;
    struct vt_row_delivery *delivery; /* or NULL */
    const vt_set_entry *entry;        /* in the set of the source, or NULL */
    int64_t since_ms, changed_ms, valid_until_ms;
    vt_settle settle;
    uint32_t grace; /* of the policy: 1 + how long a worse health must hold; 0: as for all */
    uint8_t kstatus, decided, counts_as, settled_counts_as;
    vt_counting_facts facts;
    bool assessed : 1; /* it has a verdict; views show it */
    bool gone : 1;
    bool out : 1;   /* a job has its document */
    bool wants : 1; /* it is to be assessed and its object is not kept */
    bool failed : 1, stale : 1, terminal : 1, no_health : 1;
    bool counted : 1, settled_counted : 1;
} vt_row;

typedef struct vt_row_delivery {
    vitals_live_delivery_info info;
    size_t text_bytes;
    char *texts;
} vt_row_delivery;

static inline vt_text vt_row_name(const vt_row *row) {
    return (vt_text){ row->names, row->name_size };
}
static inline vt_text vt_row_uid(const vt_row *row) {
    return (vt_text){ row->names + row->name_size + 1, row->uid_size };
}
static inline vt_text vt_row_owner(const vt_row *row) {
    return (vt_text){ row->names + row->name_size + row->uid_size + 2, row->owner_size };
}
static inline vt_text vt_row_version(const vt_row *row) {
    return (vt_text){ row->names + row->name_size + row->uid_size + row->owner_size + 3,
                      row->version_size };
}

/* -------------------------------------------------------------- applications */

/* An application of a source, as rows name it. Its health is each view's own. */
typedef struct vt_live_app {
    vt_slab_item item;
    uint32_t source, source_next, source_previous;
    uint32_t namespace_, name, project; /* interned */
    uint8_t manager;
    uint32_t members; /* first membership */
    uint32_t listed;  /* first listed object */
    uint32_t object;  /* its row, or 0 */
    uint32_t holders; /* views that have it */
    uint32_t refused; /* refusals that name it */
    uint64_t listed_count;
} vt_live_app;

/* A row of an application, by one method. */
typedef struct vt_live_member {
    vt_slab_item item;
    uint32_t row, application;
    uint32_t row_next; /* of the row's, in the order of precedence */
    uint32_t application_next, application_previous;
    uint8_t method;
    uint8_t depth; /* of owners, for method OWNER */
} vt_live_member;

/* An object that an application lists. */
typedef struct vt_listed {
    vt_slab_item item;
    uint32_t application;
    uint32_t group, kind, namespace_, name; /* interned */
    uint32_t row;                           /* that it is, or 0 */
    uint32_t application_next;
    uint32_t
        same_next; /* the same object, listed by another application or once more by this one */
    uint32_t ordinal, next_ordinal; /* its place in the lists; and after they are replaced */
    uint8_t counts_as;              /* while it is absent, if `counted` */
    uint8_t covered;                /* vt_covered_of, as of the last run */
    bool counted;
    bool by_host;
    bool again;  /* the application lists it elsewhere too: only that one is counted */
    bool unread; /* a Secret: clients do not ask for it, so that nothing follows from its absence */
    bool kept;   /* while the list is replaced: it stays */
} vt_listed;

/* Whether it counts as what it is while it is absent. */
static inline bool vt_listed_is_absent(const vt_listed *listed) {
    return !listed->row && !listed->again && !listed->unread;
}

/* ---------------------------------------------------------------------- live */

/* The host and what it answered: a verdict that it stopped is not kept. */
typedef struct vt_live_host {
    vt_interrupt interrupt;
    bool stopped; /* the current run or job */
} vt_live_host;

struct vitals_live {
    vt_counted_memory memory;
    vitals_allocator allocator; /* counts, and is used by the thread of the live only */
    vitals_limits limits;
    vitals_live_keep keep;
    vitals_live_settling settling;
    uint64_t epoch, seed;
    int64_t now_ms;
    bool started; /* now_ms was set */
    vt_intern texts;
    vt_slab sources, scopes, rows, applications, members, listed, refusals;
    vt_table by_uid, by_name, by_owner, by_application, by_listed, by_refusal;
    vt_timers timers;
    vt_queue wanted;
    uint64_t wanted_over, rows_refused, assessments, unchanged, queued;
    uint64_t kept_bytes;    /* texts that are kept, and documents that wait */
    uint64_t waiting_bytes; /* of the latter, those of jobs included */
    uint64_t row_count;     /* rows whose object is there */
    uint64_t wants_count;   /* rows that want their object */
    uint64_t applications_refused;
    uint32_t judge_again; /* sources */
    uint64_t steps; /* memberships, listed objects, children and candidates looked at, for tests */
    uint32_t turn;  /* the source whose queue is worked on */
    uint64_t jobs;  /* that are out */
    vitals_live_view *views;
    vitals_verdict *verdict;
    vt_arena scratch;
    vt_live_host host;
    vitals_live_assessed_fn assessed; /* or NULL */
    void *assessed_user;
};

static inline vt_source_row *vt_source_at(const vitals_live *live, uint32_t number) {
    return vt_slab_at(&live->sources, number);
}
static inline vt_scope *vt_scope_at(const vitals_live *live, uint32_t number) {
    return vt_slab_at(&live->scopes, number);
}
static inline vt_row *vt_row_at(const vitals_live *live, uint32_t number) {
    return vt_slab_at(&live->rows, number);
}
static inline vt_live_app *vt_app_at(const vitals_live *live, uint32_t number) {
    return vt_slab_at(&live->applications, number);
}
static inline vt_live_member *vt_live_member_at(const vitals_live *live, uint32_t number) {
    return vt_slab_at(&live->members, number);
}
static inline vt_listed *vt_listed_at(const vitals_live *live, uint32_t number) {
    return vt_slab_at(&live->listed, number);
}
static inline vt_text vt_live_text(const vitals_live *live, uint32_t number) {
    return vt_intern_text(&live->texts, number);
}

/* Whether it counts as Missing: in profile combined only what is known not to be there. */
static inline bool vt_listed_counts(const vitals_live *live, const vt_listed *listed) {
    const uint32_t source = vt_app_at(live, listed->application)->source;
    const bool known = listed->covered == VITALS_COVERAGE_READ ||
                       vt_source_at(live, source)->call.profile != VITALS_PROFILE_COMBINED;
    return listed->counted && known && vt_listed_is_absent(listed);
}

static inline vitals_live_object vt_row_object(const vitals_live *live, const vt_row *row) {
    return (vitals_live_object){ vt_row_uid(row), vt_live_text(live, row->group),
                                 vt_live_text(live, row->kind), vt_live_text(live, row->namespace_),
                                 vt_row_name(row) };
}

/* Whether the limit live_bytes is reached. */
static inline bool vt_live_is_full(const vitals_live *live) {
    return live->memory.live_bytes + live->kept_bytes >= live->limits.live_bytes;
}

/* The source that an id names, or 0. */
uint32_t vt_source_find(const vitals_live *live, vitals_live_id id);
/* The next source after `number`, or 0. */
uint32_t vt_source_next(const vitals_live *live, uint32_t number);
/* A row or an application does not name it any more. */
void vt_source_release(vitals_live *live, uint32_t source);
/* Remove a source or scope with everything in it. VITALS_ESTOPPED: the host stopped it, and a part of it is
** left. */
vitals_status vt_source_remove(vitals_live *live, uint32_t source);
vitals_status vt_scope_remove(vitals_live *live, uint32_t scope);
/* Everything in a source is gone: it is not found any more. */
void vt_source_close(vitals_live *live, uint32_t source);
/* Ask the host whether to stop the current call. The first is a vitals_interrupt_fn for a vt_live_host. */
bool vt_host_is_stopped(void *host);
bool vt_live_is_stopped(vitals_live *live);

/* What is known of where a listed object would be while it is absent. READ: it is not there, or nothing of it is judged.
** What a scope had when it was listed counts until it is listed again. */
vitals_coverage_state vt_covered_of(const vitals_live *live, const vt_listed *listed);
/* A scope is another one, or goes: its applications are judged again by the next run. */
void vt_covered_changed(vitals_live *live, uint32_t scope);
void vt_covered_went(vitals_live *live, uint32_t scope);
/* Judge again what is due. Never fails. */
void vt_covered_run(vitals_live *live);

/* A limit refused an object of a scope. */
void vt_refuse(vitals_live *live, uint32_t scope, const vitals_document *document);
/* The scope is listed again, or goes. */
void vt_refusals_forget(vitals_live *live, uint32_t scope);

/* ------------------------------------------------------------ queue and list */

/* Queue what is due for a row. Never fails. */
void vt_row_queue(vitals_live *live, uint32_t row, uint8_t due);
/* Its object is wanted. false: the list of wanted objects is full; the row gets there later. */
bool vt_row_want(vitals_live *live, uint32_t row);
/* Its object is not wanted any more. */
void vt_row_unwant(vitals_live *live, uint32_t row);
/* Take a row out of the queue or list that it is in, and out of the queue back to the list of wanted
** objects if it belongs there. */
void vt_row_unlist(vitals_live *live, uint32_t row);
void vt_row_unqueue(vitals_live *live, uint32_t row);
/* Fill the list of wanted objects again when it has become empty. */
void vt_wanted_refill(vitals_live *live);

/* --------------------------------------------------------------------- index */

/* The row of an object: by UID and names, by UID where no name is given, by names where there is no UID. 0: none. */
uint32_t vt_row_find(const vitals_live *live, uint32_t source, const vitals_live_object *object);
/* Of several with this UID the one that came first. */
uint32_t vt_row_find_uid(const vitals_live *live, uint32_t source, vt_text uid);
/* With this UID, kind, namespace and name, in any group. */
uint32_t vt_row_find_version(const vitals_live *live, uint32_t source,
                             const vitals_live_object *object);
uint32_t vt_row_find_name(const vitals_live *live, uint32_t source,
                          const vitals_live_object *object);
/* The first row whose owner has this UID; the others follow by `sibling_next`. */
uint32_t vt_row_first_child(const vitals_live *live, uint32_t source, vt_text uid);

/* Make a row for an object and index it. VITALS_ENOMEM, VITALS_ELIMIT. */
vitals_status vt_row_new(vitals_live *live, uint32_t scope, const vitals_live_object *object,
                         uint32_t *out);
/* Set owner and resourceVersion. false: no memory. */
bool vt_row_rename(vitals_live *live, uint32_t row, vt_text owner, vt_text version);
/* Give a row without a UID one. false: no memory. */
bool vt_row_set_uid(vitals_live *live, uint32_t row, vt_text uid);
/* Move a row to another scope of its source. */
void vt_row_move(vitals_live *live, uint32_t row, uint32_t scope);
/* The object is gone: remove the row from everything but the feeds. Never fails. */
void vt_row_remove(vitals_live *live, uint32_t row);
/* Take a row out of the indexes by name, UID and owner, and out of its scope. */
void vt_row_unindex(vitals_live *live, uint32_t row);
/* Free a row that no feed names any more. */
void vt_row_free(vitals_live *live, uint32_t row);
/* A row that has none owns a document until it is assessed. */
void vt_row_hold_document(vitals_live *live, vt_row *row, vitals_document *document);
/* Drop the document that waits, what is kept, or everything but the names. */
void vt_row_drop_document(vitals_live *live, vt_row *row);
void vt_row_drop_kept(vitals_live *live, vt_row *row);
void vt_row_drop_content(vitals_live *live, vt_row *row);

/* --------------------------------------------------------------------- apply */

/* The document of a row came with this verdict at `live->now_ms`. VITALS_ENOMEM: do it again. */
vitals_status vt_row_apply(vitals_live *live, uint32_t row, const vitals_document *document,
                           const vitals_verdict *verdict);
/* Take a row out of the set of its source, and queue the rows whose verdict looked at it. */
void vt_row_leave_set(vitals_live *live, vt_row *row);
/* Copy the message, cut to its limit, the id of the rule, and what is known about delivery, which NULL
** forgets. false: no memory. */
bool vt_row_set_message(vitals_live *live, vt_row *row, vt_text message);
bool vt_row_set_rule(vitals_live *live, vt_row *row, vt_text rule);
bool vt_row_set_delivery(vitals_live *live, vt_row *row, const vitals_live_delivery_info *info);
/* How the health of a row settles. */
static inline vitals_live_settling vt_row_settling(const vitals_live *live, const vt_row *row) {
    vitals_live_settling rules = live->settling;
    if (row->grace) rules.worse_ms = row->grace - 1;
    return rules;
}
/* What the health and the settled health of a row count as. */
void vt_row_count(vitals_live *live, vt_row *row);
/* Set the timer of a row from what it waits for. There is always room. */
void vt_row_schedule(vitals_live *live, uint32_t row);

/* -------------------------------------------------------------- applications */

/* Find the applications of a row again: `document` NULL keeps those that it names itself.
** VITALS_ENOMEM: nothing has changed. */
vitals_status vt_row_join(vitals_live *live, uint32_t row, const vitals_document *document);
/* Leave all applications. */
void vt_row_leave(vitals_live *live, uint32_t row);
/* Rows that belong where their owner `row` belongs find their applications again. */
void vt_row_queue_children(vitals_live *live, uint32_t row);
/* When the row is an application of its own: its project and what it lists. */
vitals_status vt_row_lead(vitals_live *live, uint32_t row, const vitals_document *document);
void vt_row_unlead(vitals_live *live, uint32_t row);

/* Find or make an application. 0: no memory, or `*full`: the limit live_applications. */
uint32_t vt_app_take(vitals_live *live, uint32_t source, const vitals_live_application_key *key,
                     bool *full);
uint32_t vt_app_find(const vitals_live *live, uint32_t source,
                     const vitals_live_application_key *key);
/* Free an application that nothing names any more. */
void vt_app_release(vitals_live *live, uint32_t application);
vitals_live_application_key vt_app_key(const vitals_live *live, const vt_live_app *application);
/* In the order of manager, namespace and name. */
int vt_app_compare(const vitals_live *live, uint32_t a, uint32_t b);

/* A row appeared or goes under names that applications may list. Nothing is announced: the row is not
** shown, or hidden, yet. */
void vt_listed_found(vitals_live *live, uint32_t row);
void vt_listed_lost(vitals_live *live, uint32_t row);
/* Announce the applications that list a row. */
void vt_listed_announce(vitals_live *live, uint32_t row);
/* The first listed object with the names of a row, of an object, or of another listed object; 0: none.
** Others follow by `same_next`. */
uint32_t vt_listed_find(const vitals_live *live, const vt_row *row);
uint32_t vt_listed_find_object(const vitals_live *live, uint32_t source,
                               const vitals_live_object *object);
uint32_t vt_listed_first(const vitals_live *live, const vt_listed *listed);
/* Index a listed object, for which there must be room in the table, and take it out again. */
void vt_listed_index(vitals_live *live, uint32_t number);
void vt_listed_unindex(vitals_live *live, uint32_t number);
/* Replace what an application lists, by the host or by its document, with what `next` gives.
** VITALS_ENOMEM: nothing has changed. */
typedef bool (*vt_listed_next_fn)(void *user, vitals_live_object *out);
vitals_status vt_listed_replace(vitals_live *live, uint32_t application, bool by_host,
                                vt_listed_next_fn next, void *user);
/* Withdraw everything that an application lists. */
void vt_app_unlist(vitals_live *live, uint32_t application);
/* The engine of a source is another one: count again what is listed and absent. */
void vt_listed_recount(vitals_live *live, uint32_t source);
/* The first place of an object in what an application lists, with the first listed object of its names;
** UINT32_MAX: it does not list it. */
uint32_t vt_listed_ordinal(const vitals_live *live, uint32_t application, uint32_t first);

/* --------------------------------------------------------------------- views */

/* Show a row as it is now in every view. VITALS_ENOMEM: do it again. */
vitals_status vt_views_show(vitals_live *live, uint32_t row);
/* The row is gone. Never fails. */
void vt_views_remove(vitals_live *live, uint32_t row);
/* Have room for an application in every view that sees it, before what it lists changes. false: no
** memory. */
bool vt_views_reserve(vitals_live *live, uint32_t application);
/* What an application lists, its object or its project may be another: decide for it in every view, and
** free it when nothing names it. Never fails. */
void vt_views_application(vitals_live *live, uint32_t application);
/* Take all members from an application that no view may show any more. VITALS_ESTOPPED: some are left. */
vitals_status vt_views_disband(vitals_live *live, uint32_t application);
/* Give memory back that a removal left over. */
void vt_views_trim(vitals_live *live);
/* Have all views decide again for the applications of a source. */
void vt_views_source(vitals_live *live, uint32_t source);
/* Count a listed object as it is, or, with -1, do not count it any more. Nothing is announced yet. */
void vt_views_listed(vitals_live *live, const vt_listed *listed, int change);
/* The place of a row in what an application lists may be another. Never fails. */
void vt_views_reorder(vitals_live *live, uint32_t application, uint32_t row);
void vt_views_scope(vitals_live *live, uint32_t scope);
void vt_views_free(vitals_live *live);

#endif
