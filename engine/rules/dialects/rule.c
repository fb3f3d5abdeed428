/* What a rule of a dialect holds. */
#include "rules/dialects/dialects.h"

void vt_dialect_rule_done(struct vt_dialect_rule *rule) {
    if (!rule) return;
    for (size_t i = 0; i < rule->count; i++) vt_cel_program_free(rule->expressions[i].program);
    vt_cel_program_free(rule->message_rule.program);
}

bool vt_dialect_expression_at(const vt_rule *rule, size_t index, vt_text *expression) {
    if (!rule->dialect || index >= rule->dialect->count) return false;
    *expression = vt_text_trim(rule->dialect->expressions[index].text);
    return true;
}
