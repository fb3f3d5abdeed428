/*
** The checks that a worker found last, by group and kind: most objects are of few kinds, and trying all
** wildcards takes as long as a simple check. What a look-up answers depends on nothing but the engine, group, kind and profile.
*/
#ifndef VITALS_HEALTH_FOUND_RULES_H
#define VITALS_HEALTH_FOUND_RULES_H

#include "health/health.h"

enum { VT_FOUND_RULES = 32, VT_FOUND_RULE_NAME_BYTES = 64 };

typedef struct vt_found_rule {
    const vt_rule *rule; /* NULL: there is none */
    uint64_t steps;      /* that the look-up took */
    bool known;
    uint8_t profile, group_size, kind_size;
    char names[VT_FOUND_RULE_NAME_BYTES]; /* group and kind */
} vt_found_rule;

/* Those of one engine. Zeroed: none. */
typedef struct vt_found_rules {
    vt_found_rule rules[VT_FOUND_RULES];
} vt_found_rules;

/* vt_health_find_bundled, charged with as many steps each time. */
const vt_rule *vt_found_rules_bundled(vt_found_rules *found, const vitals_engine *engine,
                                      vt_text group, vt_text kind, vitals_profile profile,
                                      vt_steps *steps);

#endif
