/*
** The rules about entries of healthCheckExprs. Whether Flux can load them is left to the engine.
*/
#include "author/lint/expression/expression.h"

enum { MOST_REPORTED = 64 };

/* One document with entries. */
typedef struct expressions {
    vitals_lint *lint;
    const vt_lint_document *source;
    uint32_t reported[MOST_REPORTED]; /* lines of broken expressions that a rule has reported */
    size_t reported_count;
} expressions;

/* ------------------------------------------------------------------ loading */

/* The lint rule for each rule of the engine's diagnostics. */
static const struct registry_rule {
    const char *id;
    vt_lint_rule_id rule;
} registry_rules[] = {
    { "expressions", VT_LINT_EXPRESSION_BROKEN },
    { "expressions-idle", VT_LINT_EXPRESSIONS_IDLE },
    { "expressions-old-name", VT_LINT_EXPRESSIONS_OLD_NAME },
};

static bool is_reported(const expressions *all, uint32_t line) {
    for (size_t i = 0; i < all->reported_count; i++) {
        if (all->reported[i] == line) return true;
    }
    return false;
}

static void report_loading(expressions *all, const vitals_diagnostic *found) {
    vt_place place = vt_lint_loaded_place(all->source, found);
    for (size_t i = 0; i < sizeof registry_rules / sizeof registry_rules[0]; i++) {
        if (strcmp(found->rule, registry_rules[i].id) != 0 || is_reported(all, place.line))
            continue;
        vt_lint_add(all->lint, registry_rules[i].rule, place, VT_TEXT_ABSENT, "%.*s",
                    VT_TEXT_ARG(found->text));
    }
}

static vitals_status add(const vitals_lint *lint, const vt_lint_document *document,
                         vitals_configuration *configuration, vitals_diagnostics *diagnostics) {
    (void)lint;
    return vitals_configuration_add_expressions(configuration, document->file, document->text.bytes,
                                                document->text.size, diagnostics);
}

static void check_loading(expressions *all) {
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(all->lint);
    if (!diagnostics) return;
    vt_lint_load(all->lint, all->source, add, diagnostics);
    const vitals_diagnostic *found;
    for (size_t i = 0; !all->lint->no_memory && (found = vitals_diagnostics_at(diagnostics, i));
         i++) {
        report_loading(all, found);
    }
    vitals_diagnostics_free(diagnostics);
}

/* -------------------------------------------------------------------- rules */

/* The most useful check first: once one reports a problem, the later ones would only repeat it. */
static void (*const rules[])(vt_lint_expression *expression) = {
    vt_lint_types,
    vt_lint_fields,
    vt_lint_vacuous,
    vt_lint_incomplete,
};

static void check_expression(expressions *all, vt_lint_expression *expression,
                             const vt_value *value) {
    vitals_lint *lint = all->lint;
    expression->text = vt_value_text(value);
    if (expression->text.size == 0) return;
    if (!vt_lint_begin(lint, vt_document_place(all->source->document, value))) return;
    expression->map = vt_source_map_of(&lint->arena, all->source->document, value);
    if (!expression->map) lint->no_memory = true;
    if (!lint->no_memory) expression->tree = vt_lint_parse_expression(lint, expression->text);
    if (lint->no_memory || lint->stopped) return;
    if (expression->tree) {
        for (size_t i = 0; i < sizeof rules / sizeof rules[0] && !expression->found; i++) {
            rules[i](expression);
        }
    } else {
        expression->found = vt_lint_has_root(expression);
    }
    if (expression->found && all->reported_count < MOST_REPORTED) {
        all->reported[all->reported_count++] = vt_document_place(all->source->document, value).line;
    }
}

static void split_version(vt_text api_version, vt_text *group, vt_text *version) {
    size_t slash = vt_text_find_byte(api_version, '/', 0);
    *group = slash == SIZE_MAX ? VT_TEXT("") : vt_text_between(api_version, 0, slash);
    *version = vt_text_between(api_version, slash == SIZE_MAX ? 0 : slash + 1, api_version.size);
}

static void check_entry(expressions *all, const vt_value *entry) {
    static const vt_text parts[VT_EXPRESSION_PART_COUNT] = {
        [VT_EXPRESSION_IN_PROGRESS] = VT_TEXT_INIT("inProgress"),
        [VT_EXPRESSION_FAILED] = VT_TEXT_INIT("failed"),
        [VT_EXPRESSION_CURRENT] = VT_TEXT_INIT("current"),
    };
    const vitals_document *document = all->source->document;
    vt_lint_entry found = { { false } };
    vt_lint_expression expression = { .lint = all->lint, .file = all->source->file };
    expression.entry = &found;
    split_version(vt_value_text(vt_document_get(document, entry, VT_TEXT("apiVersion"))),
                  &expression.group, &expression.version);
    expression.kind = vt_value_text(vt_document_get(document, entry, VT_TEXT("kind")));
    const vitals_lint *lint = all->lint;
    vt_lint_expression_type(&expression);
    for (int i = 0; i < VT_EXPRESSION_PART_COUNT && !lint->no_memory && !lint->stopped; i++) {
        expression.part = (vt_expression_part)i;
        expression.tree = NULL;
        expression.found = false;
        check_expression(all, &expression, vt_document_get(document, entry, parts[i]));
    }
}

/* The list itself, or the one in a field, also under its older name. */
static const vt_value *find_list(const vitals_document *document, const vt_value *object) {
    if (vt_value_is_array(object)) return object;
    const vt_value *list = vt_document_get(document, object, VT_TEXT("healthCheckExprs"));
    return list ? list : vt_document_get(document, object, VT_TEXT("customHealthChecksExprs"));
}

void vt_lint_expressions(vitals_lint *lint, const vt_lint_document *source) {
    expressions all = { .lint = lint, .source = source };
    const vt_value *root = vt_document_root(source->document);
    const vt_value *list = find_list(source->document, root);
    if (!list) {
        list =
            find_list(source->document, vt_document_get(source->document, root, VT_TEXT("spec")));
    }
    if (vt_value_is_array(list)) {
        const vt_value *entry = vt_array_first(list);
        for (; entry && !lint->stopped; entry = vt_array_next(list, entry)) {
            check_entry(&all, entry);
        }
    }
    if (!lint->no_memory && !lint->stopped) check_loading(&all);
}

/* ------------------------------------------------------------------- healthChecks */

/* FLUX: kustomize-controller, spec.wait: "if set to true, spec.healthChecks is ignored". */
static const vt_value *find_idle_checks(const vitals_document *document) {
    if (!vt_text_is(vitals_document_kind(document), "Kustomization") ||
        !vt_text_is(vitals_document_group(document), "kustomize.toolkit.fluxcd.io") ||
        !vt_value_is_true(vt_document_find(document, "spec", "wait", NULL))) {
        return NULL;
    }
    const vt_value *list = vt_document_find(document, "spec", "healthChecks", NULL);
    return vt_value_is_array(list) ? vt_array_first(list) : NULL;
}

bool vt_lint_has_idle_checks(const vitals_document *document) {
    return find_idle_checks(document) != NULL;
}

void vt_lint_idle_checks(vitals_lint *lint, const vt_lint_document *source) {
    vt_place place = vt_document_place(source->document, find_idle_checks(source->document));
    place.file = source->file;
    vt_lint_add(lint, VT_LINT_CHECKS_IDLE, place, VT_TEXT_ABSENT,
                "Flux ignores healthChecks beside wait: true");
}
