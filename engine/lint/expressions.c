/*
** Entries of healthCheckExprs under the rules. That Flux can build them is asked of the registry
** itself.
*/
#include "lint/expression.h"

/* The mask of an environment has the bit of its number. */
enum { MOST_TOLD = 64, FLUX_LANGUAGE = 1 << VT_CEL_ENVIRONMENT_FLUX };

/* One document with entries. */
typedef struct expressions {
    vitals_lint *lint;
    const vt_lint_document *source;
    uint32_t told[MOST_TOLD]; /* lines of values that a rule of ours found broken */
    size_t told_count;
} expressions;

vt_place vt_lint_expression_place(const vt_lint_expression *expression, uint32_t offset) {
    uint32_t line = 1, column = 1;
    vt_place_locate(expression->text, offset, &line, &column);
    vt_place place = vt_source_map_place(expression->map, line, column);
    place.file = expression->file;
    return place;
}

/* ----------------------------------------------------------------- registry */

/* Which rule of ours a diagnostic of the registry belongs to. */
static const struct registry_rule {
    const char *id;
    vt_lint_rule_id rule;
} registry_rules[] = {
    { "expressions", VT_LINT_EXPRESSION_BROKEN },
    { "expressions-idle", VT_LINT_EXPRESSIONS_IDLE },
    { "expressions-old-name", VT_LINT_EXPRESSIONS_OLD_NAME },
};

static bool is_told(const expressions *all, uint32_t line) {
    for (size_t i = 0; i < all->told_count; i++) {
        if (all->told[i] == line) return true;
    }
    return false;
}

static void take_registry_finding(expressions *all, const vitals_diagnostic *found) {
    for (size_t i = 0; i < sizeof registry_rules / sizeof registry_rules[0]; i++) {
        if (strcmp(found->rule, registry_rules[i].id) != 0 || is_told(all, found->line)) continue;
        vt_lint_add(all->lint, registry_rules[i].rule,
                    (vt_place){ all->source->file, 0, found->line, found->column }, VT_TEXT_ABSENT,
                    "%.*s", VT_TEXT_ARG(found->text));
    }
}

static vitals_status ask_registry(expressions *all, vitals_configuration *configuration,
                                  vitals_diagnostics *diagnostics) {
    vt_text text = vt_lint_in_its_place(all->lint, all->source);
    if (all->lint->no_memory) return VITALS_ENOMEM;
    vitals_configuration_set_bundled(configuration, false);
    vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
    vitals_configuration_set_limits(configuration, &all->lint->limits);
    vitals_status status = vitals_configuration_add_expressions(configuration, all->source->file,
                                                                text.bytes, text.size, diagnostics);
    vitals_engine *engine = NULL;
    if (!status) status = vitals_engine_new(configuration, &engine, diagnostics);
    vitals_engine_release(engine);
    return status;
}

static void check_readable(expressions *all) {
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(all->lint);
    vitals_configuration *configuration = NULL;
    vitals_status status = VITALS_ENOMEM;
    if (diagnostics) status = vitals_configuration_new(&all->lint->allocator, &configuration);
    if (!status) status = ask_registry(all, configuration, diagnostics);
    if (status == VITALS_ENOMEM) all->lint->no_memory = true;
    const vitals_diagnostic *found;
    for (size_t i = 0; !all->lint->no_memory && (found = vitals_diagnostics_at(diagnostics, i));
         i++) {
        take_registry_finding(all, found);
    }
    vitals_configuration_free(configuration);
    vitals_diagnostics_free(diagnostics);
}

/* -------------------------------------------------------------------- rules */

static void (*const rules[])(const vt_lint_expression *expression) = {
    vt_lint_vacuous,
    vt_lint_roots,
    vt_lint_fields,
    vt_lint_young,
};

const vt_cel_node *vt_lint_parse_expression(vitals_lint *lint, vt_text text) {
    vt_cel_issues issues;
    vt_cel_issues_init(&issues, &lint->arena, text);
    vt_cel_language language = { .environment = FLUX_LANGUAGE,
                                 .most_depth = (uint32_t)lint->limits.cel_depth,
                                 .most_code_points = lint->limits.cel_expression_code_points };
    const vt_cel_node *tree = vt_cel_parse(&language, &issues);
    if (issues.out_of_memory) lint->no_memory = true;
    return lint->no_memory ? NULL : tree;
}

static void check_expression(expressions *all, vt_lint_expression *expression,
                             const vt_value *value) {
    vitals_lint *lint = all->lint;
    expression->text = vt_value_text(value);
    if (expression->text.size == 0) return;
    expression->map = vt_source_map_of(&lint->arena, all->source->document, value);
    if (!expression->map) lint->no_memory = true;
    if (!lint->no_memory) expression->tree = vt_lint_parse_expression(lint, expression->text);
    if (lint->no_memory) return;
    if (expression->tree) {
        for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) rules[i](expression);
    } else if (vt_lint_has_root(expression) && all->told_count < MOST_TOLD) {
        all->told[all->told_count++] = vt_document_place(all->source->document, value).line;
    }
}

static vt_text group_of(vt_text api_version) {
    size_t slash = vt_text_find_byte(api_version, '/', 0);
    return slash == SIZE_MAX ? VT_TEXT("") : vt_text_between(api_version, 0, slash);
}

static void check_entry(expressions *all, const vt_value *entry) {
    static const vt_text parts[VT_EXPRESSION_PART_COUNT] = {
        [VT_EXPRESSION_IN_PROGRESS] = VT_TEXT_INIT("inProgress"),
        [VT_EXPRESSION_FAILED] = VT_TEXT_INIT("failed"),
        [VT_EXPRESSION_CURRENT] = VT_TEXT_INIT("current"),
    };
    const vitals_document *document = all->source->document;
    vt_lint_expression expression = { .lint = all->lint, .file = all->source->file };
    vt_text api_version = vt_value_text(vt_document_get(document, entry, VT_TEXT("apiVersion")));
    expression.group = group_of(api_version);
    expression.kind = vt_value_text(vt_document_get(document, entry, VT_TEXT("kind")));
    for (int i = 0; i < VT_EXPRESSION_PART_COUNT && !all->lint->no_memory; i++) {
        expression.part = (vt_expression_part)i;
        expression.tree = NULL;
        check_expression(all, &expression, vt_document_get(document, entry, parts[i]));
    }
}

/* The list itself, or the one of a field, under the older name too. */
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
        for (; entry; entry = vt_array_next(list, entry)) check_entry(&all, entry);
    }
    if (!lint->no_memory) check_readable(&all);
}
