/* The rules of the sixteen built-in kinds; one function a kind, one table. */
#ifndef VITALS_KSTATUS_KINDS_H
#define VITALS_KSTATUS_KINDS_H

#include "kstatus/result.h"

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

/* The rule of a kind, or NULL. The version plays no part. */
vt_kstatus_rule vt_kstatus_rule_of(vt_text group, vt_text kind);

#endif
