/* A rule of kstatus: what it is given, how it makes its result, and the rules of the kinds. */
#ifndef VITALS_KSTATUS_RULE_H
#define VITALS_KSTATUS_RULE_H

#include "base/text/message.h"
#include "kstatus/kstatus.h"

/* What a rule is given. */
typedef struct vt_kstatus_input {
    const vt_evaluation *evaluation;
    vt_text kind;
    vt_conditions conditions; /* as upstream's BasicCondition */
} vt_kstatus_input;

typedef vt_kstatus_result (*vt_kstatus_rule)(const vt_kstatus_input *input);

vt_kstatus_result vt_kstatus_current(const char *row, vt_text message);
vt_kstatus_result vt_kstatus_terminating(const char *row, vt_text message);
/* One condition Reconciling=True; the message is also the result's. */
vt_kstatus_result vt_kstatus_in_progress(const char *row, vt_text reason, vt_text message);
/* One condition Stalled=True; the message is also the result's. */
vt_kstatus_result vt_kstatus_stalled(const char *row, vt_text reason, vt_text message);
/* Compute returned an error. An absent message means that memory ran out. */
vt_kstatus_result vt_kstatus_error(const char *row, vt_text message);

/* One comparison of a workload's table: when `larger` > `smaller`, it is still in progress. */
typedef struct vt_kstatus_shortfall {
    const char *row;
    int64_t larger, smaller;
    vt_text reason;
    vt_text label; /* "Replicas" in "Replicas: 1/3" */
    bool surplus;  /* the message gives the difference instead: "Pending termination: 2" */
} vt_kstatus_shortfall;

/* The first that holds decides; false when none does. */
bool vt_kstatus_first_shortfall(const vt_kstatus_input *input, const vt_kstatus_shortfall *table,
                                size_t count, vt_kstatus_result *out);

/* The kinds that have a rule of their own; one function a kind. */
vt_kstatus_result vt_kstatus_stateful_set(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_deployment(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_replica_set(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_daemon_set(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_pod(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_job(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_persistent_volume_claim(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_pod_disruption_budget(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_service(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_custom_resource_definition(const vt_kstatus_input *input);
vt_kstatus_result vt_kstatus_always_ready(const vt_kstatus_input *input);

/* The rule of a kind, or NULL. The version does not matter. */
vt_kstatus_rule vt_kstatus_rule_of(vt_text group, vt_text kind);

#endif
