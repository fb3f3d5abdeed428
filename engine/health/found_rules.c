/* The checks that a worker found last. */
#include "health/found_rules.h"

/* The only place where a group and kind may be remembered: others that belong there replace them. */
static vt_found_rule *place_of(vt_found_rules *found, vt_text group, vt_text kind) {
    const size_t first = kind.size ? (unsigned char)kind.bytes[0] : 0;
    return &found->rules[(first * 5 + kind.size * 3 + group.size) % VT_FOUND_RULES];
}

static bool is_of(const vt_found_rule *rule, vt_text group, vt_text kind, vitals_profile profile) {
    const vt_text own_group = { rule->names, rule->group_size };
    const vt_text own_kind = { rule->names + rule->group_size, rule->kind_size };
    return rule->known && rule->profile == profile && vt_text_equal(own_group, group) &&
           vt_text_equal(own_kind, kind);
}

static void remember(vt_found_rule *place, vt_found_rule what, vt_text group, vt_text kind) {
    if (group.size > VT_FOUND_RULE_NAME_BYTES ||
        kind.size > VT_FOUND_RULE_NAME_BYTES - group.size) {
        return;
    }
    *place = what;
    place->known = true;
    place->group_size = (uint8_t)group.size;
    place->kind_size = (uint8_t)kind.size;
    if (group.size) memcpy(place->names, group.bytes, group.size);
    if (kind.size) memcpy(place->names + group.size, kind.bytes, kind.size);
}

const vt_rule *vt_found_rules_bundled(vt_found_rules *found, const vitals_engine *engine,
                                      vt_text group, vt_text kind, vitals_profile profile,
                                      vt_steps *steps) {
    vt_found_rule *place = place_of(found, group, kind);
    if (is_of(place, group, kind, profile)) {
        const bool paid = place->steps == 0 || vt_steps_charge(steps, place->steps);
        return paid ? place->rule : NULL;
    }
    const uint64_t before = steps->done;
    const vt_rule *rule = vt_health_find_bundled(engine, group, kind, profile, steps);
    if (!steps->stopped) {
        const vt_found_rule what = { .rule = rule,
                                     .steps = steps->done - before,
                                     .profile = (uint8_t)profile };
        remember(place, what, group, kind);
    }
    return rule;
}
