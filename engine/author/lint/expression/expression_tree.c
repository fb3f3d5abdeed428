/* The tree of an expression and the rules about it. */
#include "author/lint/expression/expression.h"
#include "base/run/limits.h"
#include "base/text/ascii.h"
#include "base/text/lines.h"

/* The mask of an environment has the bit of its number. */
enum { FLUX_LANGUAGE = 1 << VT_CEL_ENVIRONMENT_FLUX };

enum { BYTES_PER_STEP = 32 };

vt_place vt_lint_expression_place(const vt_lint_expression *expression, uint32_t offset) {
    uint32_t line = 1, column = 1;
    if (!vt_lint_charge(expression->lint, offset / BYTES_PER_STEP)) offset = 0;
    vt_place_locate(expression->text, offset, &line, &column);
    vt_place place = vt_source_map_place(expression->map, line, column);
    place.file = expression->file;
    return place;
}

static void add(vt_lint_expression *expression, vt_lint_rule_id rule, uint32_t offset,
                vt_text advice, vt_text text) {
    vt_lint_add(expression->lint, rule, vt_lint_expression_place(expression, offset), advice,
                "%.*s", VT_TEXT_ARG(text));
    expression->found = true;
    if (expression->entry) expression->entry->found[rule] = true;
}

void vt_lint_expression_add(vt_lint_expression *expression, vt_lint_rule_id rule, uint32_t offset,
                            vt_text advice, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vt_text text = vt_lint_vprintf(expression->lint, format, arguments);
    va_end(arguments);
    add(expression, rule, offset, advice, text);
}

void vt_lint_expression_add_once(vt_lint_expression *expression, vt_lint_rule_id rule,
                                 uint32_t offset, const char *text) {
    expression->found = true;
    if (expression->entry && expression->entry->found[rule]) return;
    add(expression, rule, offset, VT_TEXT_ABSENT, vt_text_from(text));
}

void vt_lint_expression_type(vt_lint_expression *expression) {
    expression->schema = vt_schemas_find(&expression->lint->schemas, expression->group,
                                         expression->version, expression->kind);
    expression->typed = expression->schema && expression->schema->type == VT_SCHEMA_OBJECT;
    if (!expression->typed) expression->schema = vt_schema_of_any_object();
    if (expression->lint->schemas.no_memory) expression->lint->no_memory = true;
}

const vt_cel_node *vt_lint_parse_expression(vitals_lint *lint, vt_text text) {
    vt_cel_issues issues;
    vt_cel_issues_init(&issues, &lint->arena, text);
    vt_cel_meter meter =
        vt_cel_meter_of(lint->limits.cel_compile_cost, VT_LIMIT_NAME(cel_compile_cost),
                        lint->interrupt.ask, lint->interrupt.user);
    issues.meter = &meter;
    vt_cel_language language = { .environment = FLUX_LANGUAGE,
                                 .most_depth = (uint32_t)lint->limits.cel_depth,
                                 .most_code_points = lint->limits.cel_expression_code_points };
    const vt_cel_node *tree = vt_cel_parse(&language, &issues);
    if (meter.stopped == VITALS_ESTOPPED) lint->stopped = true;
    if (issues.out_of_memory && !meter.stopped) lint->no_memory = true;
    return lint->no_memory || meter.stopped ? NULL : tree;
}

static bool is_macro(const vt_cel_node *node, vt_cel_macro macro) {
    return node->kind == VT_CEL_NODE_MACRO && node->macro == macro;
}

bool vt_lint_begins_with(const vt_cel_node *node, const char *root) {
    while (node->kind == VT_CEL_NODE_SELECT || node->kind == VT_CEL_NODE_HAS) {
        node = node->children[0];
    }
    return node->kind == VT_CEL_NODE_IDENTIFIER && vt_text_is(node->name, root);
}

/* ------------------------------------------------------------------ has(status) */

bool vt_lint_has_root(vt_lint_expression *expression) {
    static const vt_text call = VT_TEXT_INIT("has(");
    vt_text text = expression->text;
    for (size_t at = 0; (at = vt_text_find(text, call, at)) != SIZE_MAX; at += call.size) {
        size_t end = vt_text_find_byte(text, ')', at);
        if (end == SIZE_MAX) break;
        if (at && vt_is_identifier(text.bytes[at - 1])) continue;
        vt_text name = vt_text_trim(vt_text_between(text, at + call.size, end));
        size_t size = 0;
        while (size < name.size && vt_is_identifier(name.bytes[size])) size++;
        if (size == 0 || size < name.size) continue;
        vt_lint_add(expression->lint, VT_LINT_EXPRESSION_HAS_ROOT,
                    vt_lint_expression_place(expression, (uint32_t)at),
                    vt_lint_printf(expression->lint,
                                   "Test a field, as in has(%.*s.conditions); CEL cannot test for "
                                   "a missing %.*s",
                                   VT_TEXT_ARG(name), VT_TEXT_ARG(name)),
                    "has(%.*s) does not parse: has takes a field", VT_TEXT_ARG(name));
        return true;
    }
    return false;
}

/* -------------------------------------------------------------------- vacuous */

/* Something that may be false for a list without what the filter looks for. */
static bool asks_existence(vitals_lint *lint, const vt_cel_node *node) {
    if (!vt_lint_charge(lint, 1)) return false;
    if (is_macro(node, VT_CEL_MACRO_EXISTS) || is_macro(node, VT_CEL_MACRO_EXISTS_ONE)) return true;
    if (node->kind == VT_CEL_NODE_CALL && vt_text_is(node->name, "size")) return true;
    for (uint32_t i = 0; i < node->child_count; i++) {
        if (asks_existence(lint, node->children[i])) return true;
    }
    return false;
}

/* Recursion is bounded by limit cel_depth, here and below. */
static void find_vacuous(vt_lint_expression *expression, const vt_cel_node *node, bool guarded) {
    if (!vt_lint_charge(expression->lint, 1)) return;
    if (!guarded && is_macro(node, VT_CEL_MACRO_ALL) &&
        is_macro(node->children[0], VT_CEL_MACRO_FILTER)) {
        vt_lint_expression_add_once(expression, VT_LINT_EXPRESSION_VACUOUS, node->start,
                                    "this is true when the filter matches nothing, as on an object "
                                    "whose controller has not acted yet");
    }
    bool conjunction = node->kind == VT_CEL_NODE_AND;
    uint32_t asking = 0; /* children of a conjunction */
    for (uint32_t i = 0; conjunction && i < node->child_count; i++) {
        asking += asks_existence(expression->lint, node->children[i]);
    }
    for (uint32_t i = 0; i < node->child_count; i++) {
        vt_cel_node *child = node->children[i];
        bool sibling = asking > 1 || (asking == 1 && !asks_existence(expression->lint, child));
        find_vacuous(expression, child, guarded || sibling);
    }
}

void vt_lint_vacuous(vt_lint_expression *expression) {
    find_vacuous(expression, expression->tree, false);
}
