/*
** The rules about readyExpr in spec.dependsOn. Kustomizations and HelmReleases compile it with the
** variables `self` and `dep`, and it must be a bool; a ResourceSet only parses it, and its variables
** are the fields of the dependency.
*/
#include <vitals/cel.h>

#include "author/lint/expression/expression.h"

static const vt_text variables[] = { VT_TEXT_INIT("self"), VT_TEXT_INIT("dep") };
enum { VARIABLE_COUNT = sizeof variables / sizeof variables[0] };

static bool is_compiled(const vt_lint_document *source) {
    return !vt_text_is(vitals_document_group(source->document), "fluxcd.controlplane.io");
}

/* ------------------------------------------------------------------- advice */

/* The variable that is nearest to an unknown name. */
static vt_text nearest(vt_text name) {
    for (size_t i = 0; i < VARIABLE_COUNT; i++) {
        size_t distance = vt_text_distance(name, variables[i], 3);
        if (distance * 2 <= variables[i].size + 1) return variables[i];
    }
    return VT_TEXT_ABSENT;
}

/* The name that the checker does not know, or absent. */
static vt_text undeclared(vt_text problem) {
    static const vt_text before = VT_TEXT_INIT("undeclared reference to '");
    size_t start = vt_text_find(problem, before, 0);
    if (start == SIZE_MAX) return VT_TEXT_ABSENT;
    start += before.size;
    return vt_text_between(problem, start, vt_text_find_byte(problem, '\'', start));
}

static vt_text advise(vitals_lint *lint, vt_text problem) {
    if (vt_text_ends(problem, VT_TEXT("got dyn"))) {
        return VT_TEXT(
            "The type of a field is unknown: compare it, as in dep.status.ready == true");
    }
    vt_text name = undeclared(problem);
    if (name.size == 0) return VT_TEXT_ABSENT;
    vt_text near = nearest(name);
    if (near.size > 0) return vt_lint_printf(lint, "Write %.*s", VT_TEXT_ARG(near));
    return VT_TEXT("Begin with dep, the dependency, or self, as in dep.status.conditions");
}

/* -------------------------------------------------------------------- rules */

/* The message of the first issue, without its prefix. */
static vt_text first_message(vt_text issues) {
    static const vt_text frame = VT_TEXT_INIT("ERROR: <input>:");
    size_t end = vt_text_find_byte(issues, '\n', 0);
    vt_text first = vt_text_between(issues, 0, end == SIZE_MAX ? issues.size : end);
    if (!vt_text_starts(first, frame)) return first;
    size_t words = vt_text_find(first, VT_TEXT(": "), frame.size);
    return words == SIZE_MAX ? first : vt_text_between(first, words + 2, first.size);
}

static void report_broken(const vt_lint_expression *expression, const vitals_diagnostic *problem) {
    vt_place place = vt_lint_expression_place(expression, 0);
    if (problem->line > 0) {
        place = vt_source_map_place(expression->map, problem->line, problem->column);
        place.file = expression->file;
    }
    vt_text message = first_message(problem->text);
    vt_lint_add(expression->lint, VT_LINT_EXPRESSION_BROKEN, place,
                advise(expression->lint, problem->text), "Flux rejects the readyExpr: %.*s",
                VT_TEXT_ARG(message));
}

/* Compile as the controller does, and report what it would reject. */
static bool check_compiles(const vt_lint_expression *expression, bool compiled) {
    vitals_lint *lint = expression->lint;
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    options.allocator = &lint->allocator;
    options.limits = &lint->limits;
    options.interrupt = lint->interrupt.ask;
    options.interrupt_user = lint->interrupt.user;
    if (compiled) {
        options.check = true;
        options.variables = variables;
        options.variable_count = VARIABLE_COUNT;
        options.output_type = "bool";
    }
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(lint);
    vitals_cel_program *program = NULL;
    if (!diagnostics) return false;
    vitals_status status = vitals_cel_compile(expression->text, &options, &program, diagnostics);
    if (status == VITALS_ENOMEM) lint->no_memory = true;
    if (status == VITALS_ESTOPPED) lint->stopped = true;
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    if (status == VITALS_ESYNTAX && first) report_broken(expression, first);
    vitals_cel_program_free(program);
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_OK;
}

static void check_ready(vitals_lint *lint, const vt_lint_document *source, const vt_value *value) {
    vt_lint_expression expression = { .lint = lint, .file = source->file };
    expression.text = vt_value_text(value);
    if (expression.text.size == 0) return;
    if (!vt_lint_begin(lint, vt_document_place(source->document, value))) return;
    expression.map = vt_source_map_of(&lint->arena, source->document, value);
    if (!expression.map) lint->no_memory = true;
    if (!lint->no_memory) expression.tree = vt_lint_parse_expression(lint, expression.text);
    if (lint->no_memory || lint->stopped || (!expression.tree && vt_lint_has_root(&expression)))
        return;
    bool compiled = is_compiled(source);
    if (!check_compiles(&expression, compiled)) return;
    vt_lint_expression_type(&expression);
    if (!compiled) vt_lint_types(&expression);
    if (!expression.found) vt_lint_vacuous(&expression);
}

/* The list of dependencies; NULL: there is none. */
static const vt_value *find_dependencies(const vitals_document *document) {
    const vt_value *list = vt_document_find(document, "spec", "dependsOn", NULL);
    return vt_value_is_array(list) ? list : NULL;
}

bool vt_lint_has_ready(const vitals_document *document) {
    const vt_value *list = find_dependencies(document), *entry = list ? vt_array_first(list) : NULL;
    for (; entry; entry = vt_array_next(list, entry)) {
        if (vt_document_get(document, entry, VT_TEXT("readyExpr"))) return true;
    }
    return false;
}

void vt_lint_ready(vitals_lint *lint, const vt_lint_document *source) {
    const vt_value *list = find_dependencies(source->document);
    const vt_value *entry = list ? vt_array_first(list) : NULL;
    for (; entry && !lint->no_memory && !lint->stopped; entry = vt_array_next(list, entry)) {
        check_ready(lint, source, vt_document_get(source->document, entry, VT_TEXT("readyExpr")));
    }
}
