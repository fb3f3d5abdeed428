/*
** Reads one scope, a kind in one namespace or in all, and keeps it up to date: list, then watch from the
** list's version, with bookmarks; or one stream of both where the server can. Every failure leads to one
** defined next step:
**
**     410                     list again; rows stay until the new list is complete
**     lost connection         check that the server was not restored from a backup, then watch again
**     429, 5xx                wait and go on
**     403, 404, 401           refused; tried again much later
**     pages without end       refused, with the name of the limit
**
** Each list has retries of its own: ten, and one more for each page. What did not reach the server does not
** count among them, but is limited too.
**
** It holds no objects: they go to the callbacks as they arrive.
*/
#ifndef VITALS_CLUSTER_REFLECTOR_H
#define VITALS_CLUSTER_REFLECTOR_H

#include "cluster/transport/body.h"
#include "cluster/transport/session.h"

/* They may call vt_reflector_stop, but not vt_reflector_done. */
typedef struct vt_reflector_events {
    void (*begin)(void *user);
    void (*object)(void *user, vitals_cluster_change change, vitals_document **document);
    void (*synced)(void *user);
    void (*state)(void *user, vitals_live_state state, const vitals_cluster_problem *problem);
    void (*broken)(void *user, const vitals_cluster_problem *problem);
    /* It was complete once, or is refused: called once. */
    void (*settled)(void *user);
    /* The server no longer serves the kind. */
    void (*gone)(void *user);
} vt_reflector_events;

/* The texts outlive the reflector. */
typedef struct vt_reflector_options {
    vt_text group, version, resource; /* plural */
    vt_text namespace_, name;         /* absent: all */
    vt_text labels, fields;           /* selectors; absent: none */
    bool follow;
    bool watchable;
    bool *streams; /* shared: whether the server sends lists as streams; cleared when it does not */
    uint64_t page_items;
    vt_body_options body; /* with a kind: metadata suffices */
} vt_reflector_options;

typedef enum vt_reflector_phase {
    VT_REFLECTOR_IDLE,      /* not started, or finished */
    VT_REFLECTOR_LISTING,   /* a page */
    VT_REFLECTOR_STREAMING, /* the initial events of a WatchList */
    VT_REFLECTOR_CHECKING,  /* whether the server knows our version */
    VT_REFLECTOR_WATCHING,
} vt_reflector_phase;

enum {
    VT_REFLECTOR_SILENCE_MS = 10000,  /* of a stream before its bookmark */
    VT_REFLECTOR_REFUSED_MS = 300000, /* until something refused is tried again */
    VT_REFLECTOR_EXPIRED_MS = 60000,  /* between two lists that begin again because of 410 */
    VT_REFLECTOR_WATCH_SECONDS = 300, /* and up to twice that, by chance */
    VT_REFLECTOR_RELIST_MS = 30000,   /* between two lists that the host asks for */
    VT_REFLECTOR_ANSWERS = 3,    /* that are not a page, and a list that is read once is given up */
    VT_REFLECTOR_UNREACHED = 40, /* attempts in all */
    VT_REFLECTOR_FAILURES = 5,   /* of a watch in a row, and it is listed again */
    VT_REFLECTOR_SKIPPED =
        32 /* so many times document_bytes of one object that is too long are skipped */
};

/* Part of the struct that it serves; start from vt_reflector_init. */
typedef struct vt_reflector {
    vt_session *session;
    vt_reflector_options options;
    const vt_reflector_events *events;
    void *user;
    vt_call call;
    vt_body body;
    bool body_open;
    vt_alarm again;    /* continue with `phase` */
    vt_alarm watchdog; /* of a stream */
    vt_reflector_phase phase;
    vt_buffer version;   /* to watch from */
    vt_buffer continue_; /* of the next page; empty: the first */
    vt_buffer mark;      /* the token of an earlier page, to see when tokens repeat */
    vt_buffer scratch;
    vt_buffer last_text; /* of the problem that was reported */
    vt_arena arena;      /* of an ERROR event */
    vt_backoff backoff;
    unsigned tried;                       /* of this request */
    unsigned answers;                     /* of them that were answered */
    unsigned unreached;                   /* attempts since then that did not reach the server */
    uint64_t retries, pages, empty_pages; /* since a list was complete or was given up */
    uint64_t item_bytes;                  /* since the last object of a list */
    unsigned failures;                    /* of watches, in a row */
    bool unlimited;                       /* no pages: a token expired */
    bool snapshot, synced, settled, lost, heard, out_of_memory, stopped;
    bool streamed;      /* the last list was a stream */
    bool suspect;       /* the last answer was not a page: list from the beginning */
    int64_t watch_ms;   /* when the watch began */
    int64_t expired_ms; /* when a list began again because of 410; 0: never */
    int64_t relist_ms;  /* when the host may ask for a list again */
    uint64_t lists, watches;
    vitals_live_state state;
} vt_reflector;

void vt_reflector_init(vt_reflector *reflector, vt_session *session,
                       const vt_reflector_options *options, const vt_reflector_events *events,
                       void *user);
/* End what is under way, from anywhere. Callbacks that the caller is in go on to their end. */
void vt_reflector_stop(vt_reflector *reflector);
void vt_reflector_done(vt_reflector *reflector);
void vt_reflector_start(vt_reflector *reflector);
/* List again, unless that is under way, waits for the server, or was asked for a short while ago. */
void vt_reflector_relist(vt_reflector *reflector);

#endif
