/*
** What an answer that is not a success means: metav1.Status, or whatever a proxy sent in its place. The
** HTTP status decides; the body counts only if it is a Status.
*/
#ifndef VITALS_CLUSTER_STATUS_OBJECT_H
#define VITALS_CLUSTER_STATUS_OBJECT_H

#include "base/memory/arena.h"

/* What to do about it. */
#define VT_FAILURE_MAP(X)                                                                          \
    X(NONE, "none")                     /* a success */                                            \
    X(UNAUTHORIZED, "unauthorized")     /* 401: credentials are refused */                         \
    X(NOT_LOGGED_IN, "not-logged-in")   /* 403 for system:anonymous */                             \
    X(FORBIDDEN, "forbidden")           /* 403 */                                                  \
    X(PROXY, "proxy")                   /* 407, and refusals that a proxy sent */                  \
    X(NOT_FOUND, "not-found")           /* 404: the object, or the kind */                         \
    X(CONFLICT, "conflict")             /* 409: read again and retry */                            \
    X(EXPIRED, "expired")               /* 410: list again */                                      \
    X(VERSION_AHEAD, "version-ahead")   /* 504 with ResourceVersionTooLarge: list again */         \
    X(TOO_MANY, "too-many-requests")    /* 429 */                                                  \
    X(INVALID, "invalid")               /* 400, 422 */                                             \
    X(UNSUPPORTED, "unsupported")       /* 405, 406, 415 */                                        \
    X(REDIRECTED, "redirected")         /* 3xx, which are not followed */                          \
    X(NOT_KUBERNETES, "not-kubernetes") /* 200 with something else than JSON: a login page */      \
    X(UNAVAILABLE, "unavailable")       /* 5xx */                                                  \
    X(OTHER, "other")

typedef enum vt_failure_kind {
#define VITALS_X(name, text) VT_FAILURE_##name,
    VT_FAILURE_MAP(VITALS_X)
#undef VITALS_X
        VT_FAILURE_COUNT
} vt_failure_kind;

const char *vt_failure_name(vt_failure_kind kind);

/* The parts of an answer that are looked at. Absent texts: no such header. */
typedef struct vt_reply {
    int status;
    vt_text content_type;
    vt_text retry_after;
    vt_text authenticate;   /* WWW-Authenticate */
    vt_text priority_level; /* X-Kubernetes-PF-PriorityLevel-UID */
    vt_text body;
} vt_reply;

typedef struct vt_failure {
    vt_failure_kind kind;
    int code;                    /* of HTTP, or of the Status of an event */
    vt_text reason;              /* "Forbidden"; empty when there is no Status */
    vt_text message;             /* one line that may be shown; never empty unless kind is NONE */
    int64_t retry_after_seconds; /* -1: not said */
    vt_text continue_; /* EXPIRED: a token that goes on with the newest version, or absent */
    bool has_status;   /* the body was a Status */
} vt_failure;

/* Read an answer; texts are put into `arena`. A code from 200 to 299 with JSON is NONE. Errors:
** VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_failure_of_reply(const vt_reply *reply, vt_arena *arena,
                                                  vt_failure *out);
/* The same for the object of an ERROR event. */
VITALS_MUST_USE vitals_status vt_failure_of_event(const vitals_document *status, vt_arena *arena,
                                                  vt_failure *out);

#endif
