/*
** The input and the result of every evaluator.
**
** The four evaluators (cel, lua, native, kstatus) do not depend on each other; this is the
** interface they share, so that the health module can call any of them in the same way.
*/
#ifndef VITALS_DOCUMENT_EVALUATION_H
#define VITALS_DOCUMENT_EVALUATION_H

#include "base/run/interrupt.h"
#include "base/run/limits.h"
#include "document/reader.h"

/* Releases of Argo CD whose health differs. 0 in an evaluation is the newest. */
typedef enum vt_argocd_release {
    VT_ARGOCD_2_14 = 1,
    VT_ARGOCD_3_0,
    VT_ARGOCD_3_1,
    VT_ARGOCD_3_2,
    VT_ARGOCD_3_3,
    VT_ARGOCD_3_4,
    VT_ARGOCD_3_5,
    VT_ARGOCD_3_6,
    VT_ARGOCD_NEWEST = VT_ARGOCD_3_6
} vt_argocd_release;

/* Releases of Flux whose health differs. 0 in an evaluation is the newest. */
typedef enum vt_flux_release {
    VT_FLUX_2_7 = 1,
    VT_FLUX_2_9,
    VT_FLUX_NEWEST = VT_FLUX_2_9
} vt_flux_release;

/* One evaluation of one object. Borrowed for the duration of the call. */
typedef struct vt_evaluation {
    vt_reader reader;
    vt_arena *arena;               /* memory of the result; emptied by the caller */
    const vitals_limits *limits;   /* from vt_limits_or_default */
    int64_t now_seconds;           /* the clock of the call */
    int32_t zone_offset_seconds;   /* local time of scripts, east of UTC */
    const vitals_set *set;         /* other objects, or NULL */
    vitals_interrupt_fn interrupt; /* or NULL */
    void *interrupt_user;
    int64_t *valid_until_seconds; /* lowered by rules that depend on the clock; or NULL */
    unsigned argocd_release;      /* vt_argocd_release, or 0 */
    unsigned flux_release;        /* vt_flux_release, or 0 */
    bool
        strict; /* profile combined: all native checks refuse fields of a wrong type, and name them */
} vt_evaluation;

static inline vt_interrupt vt_evaluation_interrupt(const vt_evaluation *evaluation) {
    return (vt_interrupt){ evaluation->interrupt, evaluation->interrupt_user };
}

/* Whether the rules are those of a release of Argo CD before this one. */
static inline bool vt_argocd_before(const vt_evaluation *evaluation, vt_argocd_release release) {
    return evaluation->argocd_release && evaluation->argocd_release < release;
}

/* Whether the rules come from an earlier Flux release than this one. */
static inline bool vt_flux_before(const vt_evaluation *evaluation, vt_flux_release release) {
    return evaluation->flux_release && evaluation->flux_release < release;
}

/* The result depends on the clock: it may be another one from `seconds` on. */
static inline void vt_evaluation_expires(const vt_evaluation *evaluation, int64_t seconds) {
    int64_t *until = evaluation->valid_until_seconds;
    if (until && seconds < *until) *until = seconds;
}

typedef enum vt_opinion_kind {
    VT_OPINION_NONE,   /* the rule does not apply: try the next one */
    VT_OPINION_STATUS, /* health and message are set; health EMPTY is a valid result */
    VT_OPINION_FAILED  /* the rule failed: message is the text of the failure */
} vt_opinion_kind;

/* The result of a rule for an object. Start from all zeroes. */
typedef struct vt_opinion {
    vt_opinion_kind kind;
    vitals_health health;
    vitals_kstatus kstatus;    /* set by rules that compute a kstatus */
    vt_text message;           /* in the evaluation's arena or static; absent is empty */
    const char *row;           /* native, kstatus: the row that decided, static, or NULL */
    uint32_t line;             /* Lua: the line that returned or failed, or 0 */
    const char *limit;         /* name of the limit that was hit, or NULL */
    const vt_value *condition; /* the condition that decided, for `since`, or NULL */
    uint64_t steps;            /* steps executed */
    vt_text
        deletion_message; /* Lua: the message while the object is being deleted; may be absent */
    bool silent;          /* Lua: the script returned nil; health is EMPTY */
} vt_opinion;

/* Set an opinion and return it; `message` may be absent. */
static inline vt_opinion vt_opinion_status(vitals_health health, vt_text message, const char *row) {
    return (
        vt_opinion){ .kind = VT_OPINION_STATUS, .health = health, .message = message, .row = row };
}
static inline vt_opinion vt_opinion_failed(vt_text message, const char *row) {
    return (vt_opinion){
        .kind = VT_OPINION_FAILED, .health = VITALS_HEALTH_UNKNOWN, .message = message, .row = row
    };
}

#endif
