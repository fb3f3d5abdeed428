/* The public table of the lint rules. */
#include "lint/rules.h"

static const vitals_lint_rule rules[VT_LINT_RULE_COUNT] = {
#define VT_X(name, id, severity, about, summary, advice)                                           \
    { (id), VITALS_SEVERITY_##severity, (about), (summary), (advice) },
    VT_LINT_RULE_MAP(VT_X)
#undef VT_X
};

const vitals_lint_rule *vitals_lint_rule_at(size_t index) {
    return index < VT_LINT_RULE_COUNT ? &rules[index] : NULL;
}
