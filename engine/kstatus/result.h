/* Making results: what the rules of kstatus share. */
#ifndef VITALS_KSTATUS_RESULT_H
#define VITALS_KSTATUS_RESULT_H

#include "kstatus/kstatus.h"

/* The conditions of an object, converted as upstream's BasicCondition. */
typedef struct vt_kstatus_conditions {
    const vt_kstatus_condition *items;
    const vt_value **values; /* where each stands in the document; NULL for a null element */
    size_t count;
} vt_kstatus_conditions;

/* What a kind's rule is asked with. */
typedef struct vt_kstatus_input {
    const vt_evaluation *evaluation;
    const vt_value *root;
    vt_text kind;
    vt_kstatus_conditions conditions;
    vt_kstatus_edition edition;
} vt_kstatus_input;

typedef vt_kstatus_result (*vt_kstatus_rule)(const vt_kstatus_input *input);

vt_kstatus_result vt_kstatus_current(const char *row, vt_text message);
vt_kstatus_result vt_kstatus_terminating(const char *row, vt_text message);
/* One condition Reconciling=True; the message is also the result's. */
vt_kstatus_result vt_kstatus_in_progress(const char *row, vt_text reason, vt_text message);
/* One condition Stalled=True; the message is also the result's. */
vt_kstatus_result vt_kstatus_stalled(const char *row, vt_text reason, vt_text message);
/* Compute returned an error. An absent message stands for memory that ran out. */
vt_kstatus_result vt_kstatus_error(const char *row, vt_text message);

/* Text in the evaluation's arena. */
vt_text vt_kstatus_printf(const vt_kstatus_input *input, const char *format, ...)
    VITALS_PRINTF(2, 3);

/* KSTATUS: GetIntField and GetStringField. Up to three keys, NULL at the end. Anything that is not
** an int64 (a string) is the default, without an error. */
typedef struct vt_kstatus_path {
    const char *keys[4];
} vt_kstatus_path;
#define VT_KSTATUS_PATH(...) ((vt_kstatus_path){ { __VA_ARGS__ } })
int64_t vt_kstatus_integer(const vt_kstatus_input *input, vt_kstatus_path path, int64_t otherwise);
vt_text vt_kstatus_string(const vt_kstatus_input *input, vt_kstatus_path path, vt_text otherwise);

/* One comparison of a workload's table: when `larger` > `smaller`, it is still in progress. */
typedef struct vt_kstatus_shortfall {
    const char *row;
    int64_t larger, smaller;
    const char *reason;
    const char *label; /* "Replicas" in "Replicas: 1/3" */
    bool surplus;      /* the message gives the difference instead: "Pending termination: 2" */
} vt_kstatus_shortfall;

/* The first that holds decides; false when none does. */
bool vt_kstatus_first_shortfall(const vt_kstatus_input *input, const vt_kstatus_shortfall *table,
                                size_t count, vt_kstatus_result *out);

#endif
