/* When to try again. Times are steady_ms of vt_clock; randomness is handed in. */
#ifndef VITALS_CLUSTER_BACKOFF_H
#define VITALS_CLUSTER_BACKOFF_H

#include "cluster/transport/clock.h"
#include "cluster/transport/status_object.h"

enum {
    VT_BACKOFF_FIRST_MS = 800,
    VT_BACKOFF_MOST_MS = 30000,
    VT_BACKOFF_RESET_MS =
        120000,              /* so long without a failure, and the next one counts as the first; a
                                    success alone proves little */
    VT_RETRIES = 10,         /* of one request, as client-go does */
    VT_SHORT_WATCH_MS = 1000 /* a watch that ends sooner, without an event, is a failure */
};

/* Start from all zeroes. */
typedef struct vt_backoff {
    unsigned failures; /* since it was healthy */
    int64_t last_ms;   /* of the last failure */
} vt_backoff;

/* A failure: returns how long to wait, 0.8 s doubled each time up to 30 s, and up to twice that by
** `random`, which is any 32 bits. Never more than 30 s. */
int64_t vt_backoff_failed(vt_backoff *backoff, int64_t now_ms, uint32_t random);

/*
** One trouble with a connection, not one for each kind that is followed: the first that fails probes, the
** others wait for it. Start from all zeroes.
*/
typedef struct vt_gate {
    vt_backoff backoff;
    bool closed;
    bool probing;
    int64_t open_ms; /* when the next probe may start */
} vt_gate;

typedef enum vt_gate_answer {
    VT_GATE_GO,    /* send */
    VT_GATE_PROBE, /* send; report by vt_gate_worked, vt_gate_failed or vt_gate_dropped */
    VT_GATE_WAIT   /* ask again at open_ms, or when the probe has ended */
} vt_gate_answer;

vt_gate_answer vt_gate_ask(vt_gate *gate, int64_t now_ms);
/* A connection could not be made, or was lost before an answer. Returns when the next probe may start. */
int64_t vt_gate_failed(vt_gate *gate, int64_t now_ms, uint32_t random);
/* An answer came, whatever it says. */
void vt_gate_worked(vt_gate *gate);
/* The probe was cancelled: another may start. */
void vt_gate_dropped(vt_gate *gate);

/* What went wrong without an answer. */
typedef enum vt_trouble {
    VT_TROUBLE_NONE,    /* an answer came */
    VT_TROUBLE_REFUSED, /* the connection was refused */
    VT_TROUBLE_LOST,    /* reset, or ended too soon */
    VT_TROUBLE_TIMEOUT,
    VT_TROUBLE_TLS, /* certificates and others that trying again does not help against */
    VT_TROUBLE_NAME /* the host name is not known */
} vt_trouble;

typedef struct vt_attempt {
    bool get;       /* GET: may be sent twice without harm */
    bool following; /* for a list or watch that is kept up to date */
    unsigned tried; /* attempts so far, this one included */
    vt_trouble trouble;
    const vt_failure *failure; /* TROUBLE_NONE: what the answer means */
    bool answered;             /* the server did before: what it refuses now may pass */
} vt_attempt;

/* Milliseconds to wait before the request is sent again; -1: do not. By client-go's rules: 429 and 5xx with
** Retry-After, lost connections of GETs after a second; while following, and from a server that has
** answered before, also refused ones. A request that is not followed has nobody who asks again later:
** 429 and 5xx without Retry-After are repeated a few times. A cache that lags behind (VERSION_AHEAD) is not
** waited for: list again. */
int64_t vt_retry_after(const vt_attempt *attempt);

#endif
