/*
** Rules in CEL of other projects, and health scripts of Karmada: loaded as an engine loads them, which says
** what does not compile and what vitals does not evaluate.
*/
#include "author/lint/expression/expression.h"
#include "rules/argocd_data.h"

static bool is_interpreter(const vitals_document *document) {
    return vt_text_is(vitals_document_group(document), "config.karmada.io") &&
           vt_text_is(vitals_document_kind(document), "ResourceInterpreterCustomization");
}

bool vt_lint_has_dialect(const vitals_document *document) {
    return is_interpreter(document) || vt_dialect_names(document);
}

static vitals_status add(const vitals_lint *lint, const vt_lint_document *document,
                         vitals_configuration *configuration, vitals_diagnostics *diagnostics) {
    vitals_rules_options options = VITALS_RULES_OPTIONS_INIT;
    (void)lint;
    options.take = VITALS_RULES_EXPRESSIONS | VITALS_RULES_INTERPRETERS;
    return vitals_configuration_add_rules(configuration, document->file, document->text.bytes,
                                          document->text.size, &options, diagnostics);
}

/* What loading reports, and the lint rule for it. */
static const struct loaded {
    const char *reported;
    vt_lint_rule_id rule;
} loaded[] = {
    { "expressions", VT_LINT_RULE_BROKEN },
    { "interpreter", VT_LINT_RULE_BROKEN },
    { "lua-syntax", VT_LINT_RULE_BROKEN },
    { "expressions-idle", VT_LINT_EXPRESSIONS_IDLE },
    { "rules-not-evaluated", VT_LINT_RULES_NOT_EVALUATED },
};

static void report(vitals_lint *lint, const vt_lint_document *source,
                   const vitals_diagnostic *found) {
    for (size_t i = 0; i < sizeof loaded / sizeof loaded[0]; i++) {
        if (strcmp(found->rule, loaded[i].reported) != 0) continue;
        vt_lint_add(lint, loaded[i].rule, vt_lint_loaded_place(source, found), VT_TEXT_ABSENT,
                    "%.*s", VT_TEXT_ARG(found->text));
    }
}

void vt_lint_dialect(vitals_lint *lint, const vt_lint_document *source) {
    const vitals_diagnostic *found;
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(lint);
    if (!diagnostics) return;
    vt_lint_load(lint, source, add, diagnostics);
    for (size_t i = 0; vt_lint_goes_on(lint) && (found = vitals_diagnostics_at(diagnostics, i));
         i++) {
        /* A readyExpr has checks of its own. */
        if (source->ready && strcmp(found->rule, "expressions") == 0) continue;
        report(lint, source, found);
    }
    vitals_diagnostics_free(diagnostics);
}
