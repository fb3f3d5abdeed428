/* The table of rules, and the levels at which they are reported. */
#include "author/lint/lint.h"

#define VT_LINT_ROW(...) VT_LINT_FIELDS(__VA_ARGS__)
#define VT_LINT_FIELDS(id, about, summary, advice, severity, off)                                  \
    { (id), (severity), (about), (summary), (advice), (off) }

static const vitals_lint_rule rules[VT_LINT_RULE_COUNT] = {
#define VT_X(name, id, severity, about, summary, advice)                                           \
    VT_LINT_ROW(id, about, summary, advice, VT_LINT_IS_##severity),
    VT_LINT_RULE_MAP(VT_X)
#undef VT_X
};

const vitals_lint_rule *vitals_lint_rule_at(size_t index) {
    return index < VT_LINT_RULE_COUNT ? &rules[index] : NULL;
}

const vitals_lint_rule *vt_lint_find_rule(vt_text id) {
    const vitals_lint_rule *rule;
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        if (vt_text_is(id, rule->id)) return rule;
    }
    return NULL;
}

/* ---------------------------------------------------------------------- levels */

size_t vt_lint_rule_index(const vitals_lint_rule *rule) {
    return (size_t)(rule - vitals_lint_rule_at(0));
}

vitals_status vitals_lint_set_level(vitals_lint *lint, const char *rule, vitals_lint_level level) {
    if (!lint) return VITALS_EINVAL;
    if (lint->finished || level > VITALS_LINT_OFF) return VITALS_EINVAL;
    const vitals_lint_rule *found = rule ? vt_lint_find_rule(vt_text_from(rule)) : NULL;
    if (rule && !found) return VITALS_ENOTFOUND;
    if (found) lint->levels[vt_lint_rule_index(found)] = (uint8_t)(level + 1);
    for (size_t i = 0; !rule && i < VT_LINT_RULE_COUNT; i++) {
        if (vitals_lint_rule_at(i)->off) lint->levels[i] = (uint8_t)(level + 1);
    }
    return VITALS_OK;
}

vitals_lint_level vt_lint_level_of(const vitals_lint *lint, const char *file,
                                   const vitals_lint_rule *rule) {
    size_t index = vt_lint_rule_index(rule);
    const vt_lint_settings *settings = vt_map_get(&lint->settings_of, vt_text_from(file));
    if (lint->levels[index]) return (vitals_lint_level)(lint->levels[index] - 1);
    if (settings && settings->levels[index]) {
        return (vitals_lint_level)(settings->levels[index] - 1);
    }
    return rule->off ? VITALS_LINT_OFF : (vitals_lint_level)rule->severity;
}

vitals_status vitals_lint_set_key(vitals_lint *lint, const char *key) {
    if (!lint) return VITALS_EINVAL;
    lint->key = key ? vt_arena_copy(&lint->arena, vt_text_from(key)) : VT_TEXT_ABSENT;
    return key && vt_text_is_absent(lint->key) ? VITALS_ENOMEM : VITALS_OK;
}

void vitals_lint_set_filter(vitals_lint *lint, bool (*wants)(void *user, const char *file),
                            void *user) {
    lint->wants = wants;
    lint->wants_user = user;
}

void vt_lint_note_settings(vitals_lint *lint, vt_text name) {
    if (lint->settings && !vt_map_put(&lint->settings_of, name, lint->settings)) {
        lint->no_memory = true;
    }
}
