/*
** The door of kstatus: the status of an object as fluxcd/cli-utils computes it.
*/
#ifndef VITALS_KSTATUS_KSTATUS_H
#define VITALS_KSTATUS_KSTATUS_H

#include "document/evaluation.h"
#include "objects/set/set.h"

/* A standard condition (Reconciling or Stalled) that Compute derives. */
typedef struct vt_kstatus_condition {
    vt_text type, status, reason, message;
} vt_kstatus_condition;

/* Compute derives one at most. */
enum { VT_KSTATUS_MOST_CONDITIONS = 1 };

/* What Compute gives. Texts live in the evaluation's arena or are static. */
typedef struct vt_kstatus_result {
    bool failed;    /* Compute returned an error: `message` is its text */
    bool no_memory; /* failed because memory ran out */
    vitals_kstatus status;
    vt_text message;
    vt_kstatus_condition conditions[VT_KSTATUS_MOST_CONDITIONS];
    size_t condition_count;
    const char *row;           /* id of the row of the decision table; static */
    bool last_resort;          /* only the last rule, "Resource is current", held */
    const vt_value *condition; /* the object's own condition that decided, or NULL */
    const char *limit;         /* name of the limit that a look-up hit, or NULL */
    uint64_t steps;            /* of look-ups in the set */
} vt_kstatus_result;

/* status.Compute of fluxcd/cli-utils. */
vt_kstatus_result vt_kstatus_compute(const vt_evaluation *evaluation);
/* The Job readers of Flux (fluxcd/pkg runtime/statusreaders) and of Helm 4 (internal/statusreaders), for
** batch Jobs. */
vt_kstatus_result vt_kstatus_flux_job(const vt_evaluation *evaluation);
vt_kstatus_result vt_kstatus_helm_job(const vt_evaluation *evaluation);
/* The readers of cli-utils' polling package: ReplicaSets and StatefulSets read their Pods in
** evaluation->set; everything else is Compute. */
vt_kstatus_result vt_kstatus_read(const vt_evaluation *evaluation);
/* What these readers want to know of a Pod: marks of a vt_set_fact, so that a set need not hold the
** Pod. */
enum {
    VT_KSTATUS_FAILED_FOR_GOOD =
        1,                       /* failed, and not because it goes away or cannot be scheduled */
    VT_KSTATUS_FAILED_AT_ALL = 2 /* failed */
};
/* The fact of an object at evaluation->now_seconds. false: no rule asks for objects of its kind. */
bool vt_kstatus_fact_of(const vt_evaluation *evaluation, vt_set_fact *out);
/* Whether a generation is there and no int64, the observed one first: `error` has the text of apimachinery. */
bool vt_kstatus_generation_fails(const vt_evaluation *evaluation, vt_text *error);
/* What `helm --wait` of Helm 4 sees: the same readers, and it does not wait for Deployments that are
** paused. With --wait-for-jobs it has a reader of Jobs of its own. */
vt_kstatus_result vt_kstatus_helm(const vt_evaluation *evaluation);
vt_kstatus_result vt_kstatus_helm_with_jobs(const vt_evaluation *evaluation);
/* The same up to Helm 4.1.1, whose cli-utils counts every failed Pod. */
vt_kstatus_result vt_kstatus_helm_4_0(const vt_evaluation *evaluation);
vt_kstatus_result vt_kstatus_helm_4_0_with_jobs(const vt_evaluation *evaluation);
/* Ids of the rows of all decision tables, for tests and listings; NULL past the end. */
const char *vt_kstatus_row_at(size_t index);

/* status.Augment: a new document with the standard conditions in .status.conditions. */
vitals_status vt_kstatus_augment(const vt_evaluation *evaluation, vitals_document **out,
                                 vitals_diagnostics *diagnostics);

#endif
