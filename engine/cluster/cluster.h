/* A cluster with its watchers and requests: what their files share. */
#ifndef VITALS_CLUSTER_CLUSTER_H
#define VITALS_CLUSTER_CLUSTER_H

#include "cluster/config/exclusions.h"
#include "cluster/discovery/discover.h"
#include "cluster/watch/application.h"
#include "cluster/watch/reflector.h"

enum {
    VT_REDISCOVER_MS = 60000,    /* while somebody follows; conditional requests */
    VT_REDISCOVER_SOON_MS = 1000 /* after a CRD has changed, which takes a moment to be served */
};

typedef struct vt_single vt_single;

struct vitals_cluster {
    vitals_cluster_loop *loop;
    vt_owned owned;
    vt_connection *connection;
    vt_session *session;
    vt_discover discover;
    vt_alarm rediscover;
    vitals_cluster_watcher *watchers; /* linked by `next` */
    vt_single *singles;               /* the same */
    bool streams;                     /* the server sends lists as streams, as far as known */
    bool dead;
    vt_garbage garbage;
};

/* ------------------------------------------------------------ configuration */

/* The value of a variable, or absent. */
vt_text vt_environment_get(const char *const *environment, const char *name);

/* The connection that the options lead to. Errors: as vitals_cluster_new. */
vitals_status vt_configure(vitals_cluster_loop *loop, const vitals_cluster_options *options,
                           vt_connection **out, vitals_diagnostics *diagnostics);
/* Options with defaults for what the caller's struct is too short to have. */
bool vt_cluster_options_read(const vitals_cluster_options *given, vitals_cluster_options *own);

/* A kind as callers see it; texts are borrowed from the table. */
vitals_cluster_resource vt_resource_shown(const vt_resource *resource);

/* ----------------------------------------------------------------- watchers */

/* What a scope is made from. Texts are copied. */
typedef struct vt_wish {
    const vt_resource *resource;
    vt_text namespace_, name; /* absent: all */
    bool asked_for;
    bool root;              /* it reads the application itself */
    bool narrowed;          /* instead of all namespaces */
    const vt_text *members; /* the names of the objects that are wanted; none: all */
    size_t member_count;
} vt_wish;

struct vitals_cluster_scope {
    vitals_cluster_watcher *watcher;
    vitals_cluster_scope *next;
    vt_arena arena; /* of the texts */
    vitals_cluster_resource resource;
    vt_text namespace_, name;
    vt_text
        api_version; /* of the objects, when metadata suffices; absent: whole objects are read */
    vt_reflector reflector;
    uint64_t tag;
    bool asked_for, settled, dead;
    bool narrow;   /* to be read in one namespace instead */
    bool narrowed; /* that is what it is */
    bool root;     /* see vt_wish */
    const vt_text *members;
    size_t member_count;
    uint64_t stamp; /* of the application that wanted it last */
    vt_garbage garbage;
};

struct vitals_cluster_watcher {
    vitals_cluster *cluster;
    vitals_cluster_watcher *next;
    vt_arena arena; /* of the selection */
    vitals_cluster_selection selection;
    vitals_cluster_events events;
    vitals_cluster_scope *scopes, **scopes_end;
    vt_exclusions *exclusions;  /* or NULL */
    vitals_document *listed_by; /* a copy, or NULL */
    size_t unsettled;
    bool resolved, ready, dead;
    bool found_application;
    uint64_t stamp;
    /* The scope of an application has its object. Set by members.c, which uses scopes. */
    void (*application_seen)(vitals_cluster_scope *scope, const vitals_document *document,
                             bool deleted);
    vt_alarm start;
    vt_errand narrow;
    vt_garbage garbage;
    void (*free_feed)(void *feed, vitals_cluster_loop *loop); /* or NULL */
    void *feed;
};

/* Call a function of the host's that may be NULL. */
#define VT_REPORT(watcher, function, ...)                                                          \
    do {                                                                                           \
        if (!(watcher)->dead && (watcher)->events.function) {                                      \
            (watcher)->events.function((watcher)->events.user, __VA_ARGS__);                       \
        }                                                                                          \
    } while (0)

/* scope.c */

/* false: no memory. The scope starts reading. */
bool vt_cluster_scope_add(vitals_cluster_watcher *watcher, const vt_wish *wanted);
/* One that reads this already, or more of it. */
vitals_cluster_scope *vt_cluster_scope_find(const vitals_cluster_watcher *watcher,
                                            const vt_wish *wanted);
/* Silent from now on. It stays in the list until it is freed, so that iterations survive. */
void vt_cluster_scope_stop(vitals_cluster_scope *scope);
/* The same, with the event; it goes when the loop is left. */
void vt_cluster_scope_remove(vitals_cluster_scope *scope);
void vt_watcher_report_if_ready(vitals_cluster_watcher *watcher);
/* An errand: forbidden scopes give way to those of one namespace. */
void vt_watcher_narrow(void *user);
/* `*copied` becomes false without memory. */
vt_text vt_copy_or_absent(vt_arena *arena, vt_text text, bool *copied);

/* members.c */

/* Read the application of the selection, and what it lists. Errors: VITALS_ENOMEM; VITALS_ENOTFOUND, the
** server has no such kind: `why` says so. */
vitals_status vt_application_want(vitals_cluster_watcher *watcher, const vt_resource_table *table,
                                  vt_buffer *why);

/* Read the objects of the selection; those of kinds that the server lacks are in `scopes->unknown`. Errors:
** VITALS_ENOMEM. */
vitals_status vt_objects_want(vitals_cluster_watcher *watcher, vt_arena *arena, vt_scopes *scopes);

/* Read what the watcher's `listed_by` lists. Errors: VITALS_ENOMEM. */
vitals_status vt_application_want_listed(vitals_cluster_watcher *watcher);

/* watcher.c */

/* Discovery has ended: resolve, or compare with what is read. */
void vt_watcher_discovered(vitals_cluster_watcher *watcher, const vitals_cluster_problem *problem,
                           bool changed);
/* ------------------------------------------------------------- rediscover.c */

/* Whether any watcher keeps up to date. */
bool vt_cluster_follows(const vitals_cluster *cluster);
/* Discover after so long, unless that will happen sooner. */
void vt_cluster_rediscover_in(vitals_cluster *cluster, int64_t wait_ms);

/* ------------------------------------------------------------ single requests */

/* Discovery has ended: send those that waited for it. */
void vt_singles_discovered(vitals_cluster *cluster, const vitals_cluster_problem *problem);
/* All of them, in silence. */
void vt_singles_free(vitals_cluster *cluster);

#endif
