/*
** Sends requests to one API server as one user: what credentials, connection trouble and the number of
** requests under way mean for each of them is decided here, and nowhere else.
**
** A call waits until it may be sent: credentials must be there (a plugin may have to run), a connection
** that failed is tried by one call while the others wait, and at most four calls beside watches are under
** way. No call fails because another did, until the server has been out of reach for half a minute. A 401
** refreshes the credentials and sends the call once more. What else to repeat is the caller's decision.
*/
#ifndef VITALS_CLUSTER_SESSION_H
#define VITALS_CLUSTER_SESSION_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"
#include "cluster/config/connection.h"
#include "cluster/config/credentials.h"
#include "cluster/config/exec.h"
#include "cluster/transport/backoff.h"
#include "cluster/transport/proxy.h"
#include "cluster/transport/status_object.h"
#include "cluster/transport/transport.h"

enum {
    VT_SESSION_CALLS = 4,
    VT_SESSION_WARNINGS = 64,
    VT_SESSION_PATIENCE_MS =
        30000, /* of calls that are not followed, with a server that answered before */
    VT_SESSION_PROBE_MS = 5000 /* they wait no longer for the next probe */
};

typedef struct vt_session vt_session;
typedef struct vt_call vt_call;

/* How a call ended. Borrowed until the callback returns. */
typedef struct vt_outcome {
    const vt_failure *failure;      /* kind NONE: there was an answer, and it is a success */
    vt_fault fault;                 /* there was no answer, or not all of it */
    vt_trouble trouble;             /* the same, for vt_retry_after */
    bool begun;                     /* vt_call_events.begin was called */
    vitals_cluster_problem problem; /* for users; VITALS_CLUSTER_FAILURE_NONE: success */
} vt_outcome;

static inline bool vt_outcome_worked(const vt_outcome *outcome) {
    return outcome->problem.failure == VITALS_CLUSTER_FAILURE_NONE;
}

/* None of them after vt_call_cancel. The call is free to be used again from `end` on. */
typedef struct vt_call_events {
    void (*begin)(void *user, const vt_head *head); /* of a success */
    void (*bytes)(void *user, const char *bytes, size_t size);
    void (*end)(void *user, const vt_outcome *outcome);
} vt_call_events;

/* The texts are copied but for those that are static. */
typedef struct vt_call_request {
    vt_transfer_kind kind;
    const char *method;       /* static */
    vt_text path;             /* with the query, behind the server's prefix */
    const char *accept;       /* static */
    const char *content_type; /* static; NULL: no body */
    vt_text body;
    vt_text if_none_match; /* absent: none */
    int64_t total_ms;      /* 0: the session's */
    bool following;        /* wait for a server that is out of reach however long that takes */
} vt_call_request;

typedef enum vt_call_state { VT_CALL_IDLE, VT_CALL_WAITING, VT_CALL_SENT } vt_call_state;

/* Part of the struct that it serves; start from vt_call_init. */
struct vt_call {
    vt_session *session;
    vt_call *next, *before; /* of those that are not idle */
    vt_call_state state;
    const vt_call_events *events;
    void *user;
    vt_call_request request; /* with texts in `texts` */
    vt_buffer texts;
    vt_transfer *transfer;
    uint64_t credential; /* its number */
    int64_t sent_ms;
    int64_t limit_ms; /* that it may take by the limit request_seconds; 0: the host's time counts */
    bool refreshed, probing, begun;
    vt_head head;   /* of an answer that is not a success; texts in `arena` */
    vt_buffer body; /* of it, the beginning */
    vt_arena arena; /* of the outcome */
};

typedef struct vt_session_options {
    const vt_connection *connection; /* outlives the session */
    vt_credentials *credentials;     /* the session's from then on */
    vt_text proxy;                   /* of vt_proxy_choose; copied */
    vt_text user_agent;              /* copied */
    bool compression;
    int64_t timeout_ms; /* of calls that are not watches; 0: the limit request_seconds */
    const char *const *environment; /* of plugins */
} vt_session_options;

typedef struct vt_session_figures {
    uint64_t requests, retries;
} vt_session_figures;

struct vt_session {
    vitals_cluster_loop *loop;
    vt_session_options options;
    vt_buffer texts;
    vt_credentials *credentials;
    vt_endpoint *endpoint;
    uint64_t identity; /* its number */
    vt_process *process;
    int process_descriptor;
    vt_alarm process_due;
    bool answered; /* the server did once, whatever it said */
    vt_gate gate;
    int64_t gate_closed_ms; /* since when it is closed */
    vt_alarm gate_due;
    vt_buffer gate_text; /* why it is closed */
    vitals_cluster_failure gate_failure;
    vt_call *calls, *last_call;
    size_t under_way; /* calls but watches */
    vt_alarm pump;    /* rings at once: no callback comes from the function that starts a call */
    vt_session_figures figures;
    uint64_t warned[VT_SESSION_WARNINGS]; /* hashes of warnings that were shown */
    size_t warned_count;
};

/* Nothing is sent yet. Errors: VITALS_ENOMEM; the credentials stay the caller's then. */
vitals_status vt_session_new(vitals_cluster_loop *loop, const vt_session_options *options,
                             vt_session **out);
/* From anywhere: its calls end in silence, and nothing more is sent. */
void vt_session_stop(vt_session *session);
/* The same, and free it. Not from a callback. */
void vt_session_free(vt_session *session);

/* Copy the texts of a request into `bytes` and let them point there. Errors: VITALS_ENOMEM. */
vitals_status vt_call_copy_request(vt_call_request *request, vt_buffer *bytes);

void vt_call_init(vt_call *call, vt_session *session, const vt_call_events *events, void *user);
/* Cancels. */
void vt_call_done(vt_call *call);
/* Send, once everything allows it. The call must be idle. Errors: VITALS_ENOMEM. */
vitals_status vt_call_start(vt_call *call, const vt_call_request *request);
void vt_call_cancel(vt_call *call);
static inline bool vt_call_is_idle(const vt_call *call) {
    return call->state == VT_CALL_IDLE;
}

#endif
