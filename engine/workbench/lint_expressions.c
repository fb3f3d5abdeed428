/* The rules about healthCheckExprs. That Flux can build them is asked of the registry itself. */
#include "workbench/lint_parts.h"

/* Which rule of ours a diagnostic of the registry belongs to. */
static const struct registry_rule {
    const char *id;
    vt_lint_rule_id rule;
} registry_rules[] = {
    { "expressions", VT_LINT_EXPRESSION_BROKEN },
    { "expressions-idle", VT_LINT_EXPRESSIONS_IDLE },
    { "expressions-old-name", VT_LINT_EXPRESSIONS_OLD_NAME },
};

static void take_registry_finding(vitals_lint *lint, const vt_lint_document *source,
                                  const vitals_diagnostic *found) {
    for (size_t i = 0; i < sizeof registry_rules / sizeof registry_rules[0]; i++) {
        if (strcmp(found->rule, registry_rules[i].id) != 0) continue;
        if (vt_lint_has_error_at(lint, source->file, found->line)) return;
        vt_lint_add(lint, registry_rules[i].rule,
                    (vt_place){ source->file, 0, found->line, found->column }, VT_TEXT_ABSENT,
                    "%.*s", VT_TEXT_ARG(found->text));
    }
}

static vitals_status ask_registry(vitals_lint *lint, const vt_lint_document *source, vt_text text,
                                  vitals_configuration *configuration,
                                  vitals_diagnostics *diagnostics) {
    vitals_configuration_set_bundled(configuration, false);
    vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
    vitals_configuration_set_limits(configuration, &lint->limits);
    vitals_status status = vitals_configuration_add_expressions(configuration, source->file,
                                                                text.bytes, text.size, diagnostics);
    vitals_engine *engine = NULL;
    if (!status) status = vitals_engine_new(configuration, &engine, diagnostics);
    vitals_engine_release(engine);
    return status;
}

static void check_readable(vitals_lint *lint, const vt_lint_document *source) {
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(lint);
    vitals_configuration *configuration = NULL;
    vt_text text = vt_lint_in_its_place(lint, source);
    vitals_status status = VITALS_ENOMEM;
    if (diagnostics) status = vitals_configuration_new(&lint->allocator, &configuration);
    if (!status && !lint->no_memory) {
        status = ask_registry(lint, source, text, configuration, diagnostics);
    }
    if (status == VITALS_ENOMEM) lint->no_memory = true;
    const vitals_diagnostic *found;
    for (size_t i = 0; !lint->no_memory && (found = vitals_diagnostics_at(diagnostics, i)); i++) {
        take_registry_finding(lint, source, found);
    }
    vitals_configuration_free(configuration);
    vitals_diagnostics_free(diagnostics);
}

void vt_lint_expressions(vitals_lint *lint, const vt_lint_document *source) {
    if (!lint->no_memory) check_readable(lint, source);
}
