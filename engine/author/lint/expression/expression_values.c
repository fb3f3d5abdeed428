/* The schema of each part of an expression: nearest fields, and values that a field never has. */
#include "author/lint/expression/expression.h"

/* A loop variable and the list that it goes through. */
typedef struct loop {
    const vt_cel_node *macro;
    const struct loop *outer;
} loop;

static const vt_schema *schema_of(const vt_lint_expression *expression, const vt_cel_node *node,
                                  const loop *around);

static const vt_schema *of_name(const vt_lint_expression *expression, vt_text name,
                                const loop *around) {
    for (const loop *at = around; at; at = at->outer) {
        const vt_cel_node *macro = at->macro;
        bool pair = macro->variables[1].size > 0;
        if (vt_text_equal(macro->variables[0], name) || vt_text_equal(macro->variables[1], name)) {
            const vt_schema *list = schema_of(expression, macro->children[0], at->outer);
            bool is_element = vt_text_equal(macro->variables[pair], name);
            return list && list->type == VT_SCHEMA_ARRAY && is_element ? list->items : NULL;
        }
    }
    return vt_schema_get(expression->schema, name);
}

static bool is_index(const vt_cel_node *node) {
    return node->kind == VT_CEL_NODE_CALL && vt_text_is(node->name, "_[_]") &&
           node->children[1]->kind == VT_CEL_NODE_CONSTANT;
}

static const vt_schema *of_index(const vt_schema *schema, const vt_cel_value *key) {
    if (schema && schema->type == VT_SCHEMA_ARRAY) return schema->items;
    return key->kind == VT_CEL_STRING ? vt_schema_get(schema, vt_cel_text(*key)) : NULL;
}

/* NULL: nothing is known. Recursion is bounded by limit cel_depth, here and below. */
static const vt_schema *schema_of(const vt_lint_expression *expression, const vt_cel_node *node,
                                  const loop *around) {
    if (!vt_lint_charge(expression->lint, 1)) return NULL;
    if (node->kind == VT_CEL_NODE_IDENTIFIER) return of_name(expression, node->name, around);
    bool filter = node->kind == VT_CEL_NODE_MACRO && node->macro == VT_CEL_MACRO_FILTER;
    if (node->kind != VT_CEL_NODE_SELECT && !filter && !is_index(node)) return NULL;
    const vt_schema *part = schema_of(expression, node->children[0], around);
    if (filter) return part;
    if (node->kind == VT_CEL_NODE_SELECT) return vt_schema_get(part, node->name);
    return of_index(part, &node->children[1]->constant);
}

/* ---------------------------------------------------------------------- nearest */

typedef struct field_search {
    const vt_lint_expression *expression;
    uint32_t offset;
    vt_text nearest;
} field_search;

static void find_nearest(field_search *search, const vt_cel_node *node, const loop *around) {
    if (!vt_lint_charge(search->expression->lint, 1)) return;
    bool field = node->kind == VT_CEL_NODE_SELECT || node->kind == VT_CEL_NODE_HAS;
    if (field && node->offset == search->offset) {
        const vt_schema *object = schema_of(search->expression, node->children[0], around);
        if (object && object->type == VT_SCHEMA_OBJECT)
            search->nearest = vt_schema_nearest(object, node->name);
        return;
    }
    loop inner = { node, around };
    for (uint32_t i = 0; i < node->child_count; i++) {
        bool binds = node->kind == VT_CEL_NODE_MACRO && i > 0;
        find_nearest(search, node->children[i], binds ? &inner : around);
    }
}

vt_text vt_lint_nearest_field(const vt_lint_expression *expression, uint32_t offset) {
    field_search search = { expression, offset, VT_TEXT_ABSENT };
    find_nearest(&search, expression->tree, NULL);
    return search.nearest;
}

/* ----------------------------------------------------------------------- values */

vt_text vt_lint_value_advice(vitals_lint *lint, const vt_schema *schema, vt_text value) {
    enum { MOST_SHOWN = 8 };
    vt_text nearest = vt_schema_nearest_value(schema, value);
    if (nearest.size) return vt_lint_printf(lint, "Write '%.*s'", VT_TEXT_ARG(nearest));
    vt_text list = VT_TEXT("");
    for (uint32_t i = 0; i < schema->value_count && i < MOST_SHOWN; i++) {
        list = vt_lint_printf(lint, "%.*s%s%.*s", VT_TEXT_ARG(list), i ? ", " : "",
                              VT_TEXT_ARG(schema->values[i]));
    }
    return vt_lint_printf(lint, "Its values are %.*s%s", VT_TEXT_ARG(list),
                          schema->value_count > MOST_SHOWN ? " and others" : "");
}

static void check_value(vt_lint_expression *expression, const vt_schema *schema,
                        const vt_cel_node *constant) {
    if (constant->kind != VT_CEL_NODE_CONSTANT || constant->constant.kind != VT_CEL_STRING) return;
    vt_text value = vt_cel_text(constant->constant);
    if (vt_schema_has_value(schema, value)) return;
    vt_lint_expression_add(expression, VT_LINT_EXPRESSION_COMPARISON, constant->start,
                           vt_lint_value_advice(expression->lint, schema, value),
                           "the field is never '%.*s'", VT_TEXT_ARG(value));
}

static void check_comparison(vt_lint_expression *expression, const vt_cel_node *node,
                             const loop *around) {
    bool equal = vt_text_is(node->name, "_==_") || vt_text_is(node->name, "_!=_");
    if (node->kind != VT_CEL_NODE_CALL || (!equal && !vt_text_is(node->name, "@in"))) return;
    for (uint32_t i = 0; i < 1 + (uint32_t)equal; i++) {
        const vt_schema *schema = schema_of(expression, node->children[i], around);
        const vt_cel_node *other = node->children[1 - i];
        if (!schema || schema->type != VT_SCHEMA_STRING) continue;
        if (equal) check_value(expression, schema, other);
        if (equal || other->kind != VT_CEL_NODE_LIST) continue;
        for (uint32_t item = 0; item < other->child_count; item++) {
            check_value(expression, schema, other->children[item]);
        }
    }
}

static void find_comparisons(vt_lint_expression *expression, const vt_cel_node *node,
                             const loop *around) {
    if (!vt_lint_charge(expression->lint, 1)) return;
    check_comparison(expression, node, around);
    loop inner = { node, around };
    for (uint32_t i = 0; i < node->child_count; i++) {
        bool binds = node->kind == VT_CEL_NODE_MACRO && i > 0;
        find_comparisons(expression, node->children[i], binds ? &inner : around);
    }
}

void vt_lint_values(vt_lint_expression *expression) {
    find_comparisons(expression, expression->tree, NULL);
}
