/*
** The body of an answer as documents, while it arrives: the items of a list, or the events of a watch. One
** object at a time is in memory. An object that cannot be read costs itself.
*/
#ifndef VITALS_CLUSTER_BODY_H
#define VITALS_CLUSTER_BODY_H

#include "base/text/text.h"
#include "cluster/transport/loop.h"

typedef struct vt_body_events {
    /* The document is the callback's when it sets `*document` to NULL. */
    void (*object)(void *user, vitals_event event, vitals_document **document);
    /* One object could not be read. The text is borrowed. */
    void (*broken)(void *user, const vitals_cluster_problem *problem);
} vt_body_events;

typedef struct vt_body {
    vitals_cluster_loop *loop;
    const vt_body_events *events;
    void *user;
    vitals_stream *stream;
    vitals_document *document; /* used again for the next one */
    vitals_diagnostics *diagnostics;
    bool ended; /* by vt_body_stop or without memory: the rest is ignored */
} vt_body;

/* How objects are read. */
typedef struct vt_body_options {
    const char *const *drop; /* as in vitals_read_options */
    size_t drop_count;
    vt_text api_version, kind; /* as in vitals_stream_set_metadata_type; absent: none */
} vt_body_options;

/* Errors: VITALS_ENOMEM. vt_body_done in either case. */
vitals_status vt_body_begin(vt_body *body, vitals_cluster_loop *loop,
                            const vt_body_options *options, const vt_body_events *events,
                            void *user);
void vt_body_done(vt_body *body);

/* Take bytes and report what is complete. Errors: VITALS_ENOMEM. */
vitals_status vt_body_feed(vt_body *body, const char *bytes, size_t size);
/* The same for the end of the body. */
vitals_status vt_body_end(vt_body *body);
/* From a callback: nothing more is reported. */
void vt_body_stop(vt_body *body);

/* What the envelope of a list says, once the body has ended. */
typedef struct vt_page {
    vt_text resource_version;
    vt_text continue_;         /* empty on the last page */
    int64_t remaining;         /* -1: not said */
    vitals_document *document; /* holds the texts; the caller frees it */
} vt_page;

/* Errors: VITALS_ENOTFOUND, the body was not a list, or was cut short; VITALS_ENOMEM. */
vitals_status vt_page_of(const vt_body *body, vt_page *out);

/* What a watch event is about. Texts are borrowed from the document. */
vt_text vt_object_version(const vitals_document *document);
/* The bookmark that ends the initial events of a WatchList. */
bool vt_ends_initial_events(const vitals_document *bookmark);

/*
** Whether `now` is an older version than `then`: the server was restored from a backup. Versions are
** opaque; only numbers are compared, by length and then by digits. false for anything else.
*/
bool vt_version_went_back(vt_text then, vt_text now);

#endif
