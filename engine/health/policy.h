/* What a resource counts as in its application: rules as data. */
#ifndef VITALS_HEALTH_POLICY_H
#define VITALS_HEALTH_POLICY_H

#include "base/text/glob.h"

/* One rule of a policy; absent fields match everything. */
typedef struct vt_policy_rule {
    const vt_glob *group, *kind, *namespace_, *name; /* NULL: any */
    bool has_status;
    vitals_health status;
    bool ignored; /* does not count at all */
    vitals_health counts_as;
    vt_text why; /* for output: "policy policy.yaml:3: the author's reason" */
} vt_policy_rule;

/* How long a worse health of what matches must hold before it counts. */
typedef struct vt_grace_rule {
    vt_policy_rule match; /* what it counts as is not used */
    const vt_glob *rule;  /* that decided; NULL: any */
    uint32_t worse_ms;
} vt_grace_rule;

typedef struct vt_policy {
    vt_policy_rule *rules;
    size_t count, capacity;
    vt_grace_rule *graces;
    size_t grace_count, grace_capacity;
} vt_policy;

/* What a policy is matched against. */
typedef struct vt_policy_subject {
    vt_text group, kind, namespace_, name;
    vitals_health status;
} vt_policy_subject;

/* The first rule that holds for a resource, or NULL: none, or `steps` ended first. */
const vt_policy_rule *vt_policy_find(const vt_policy *policy, const vt_policy_subject *subject,
                                     vt_steps *steps);

/* The same for the list `grace`; `rule` decided. */
const vt_grace_rule *vt_grace_find(const vt_policy *policy, const vt_policy_subject *subject,
                                   vt_text rule, vt_steps *steps);

#endif
