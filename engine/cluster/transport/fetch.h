/* A request whose answer is taken as a whole, and which is repeated as client-go repeats it. */
#ifndef VITALS_CLUSTER_FETCH_H
#define VITALS_CLUSTER_FETCH_H

#include "cluster/transport/session.h"

/* Borrowed until the callback returns. */
typedef struct vt_fetched {
    const vitals_cluster_problem *problem; /* NULL: success */
    const vt_failure *failure;             /* of an answer; kind NONE when there was none */
    int status;                            /* of HTTP; 0: no answer */
    vt_text content_type, etag, body;
} vt_fetched;

typedef void (*vt_fetch_fn)(void *user, const vt_fetched *fetched);

/* Part of the struct that it serves; start from vt_fetch_init. */
typedef struct vt_fetch {
    vt_call call;
    vt_call_request request; /* with texts in `texts` */
    vt_buffer texts;
    vt_buffer body;
    vt_buffer content_type, etag;
    int status;
    unsigned tried;
    vt_alarm again;
    vt_fetch_fn done;
    void *user;
} vt_fetch;

void vt_fetch_init(vt_fetch *fetch, vt_session *session, vt_fetch_fn done, void *user);
/* Cancels. */
void vt_fetch_done(vt_fetch *fetch);
/* `done` is called once. Texts are copied. Errors: VITALS_ENOMEM; nothing is under way then. */
vitals_status vt_fetch_start(vt_fetch *fetch, const vt_call_request *request);
void vt_fetch_cancel(vt_fetch *fetch);

#endif
