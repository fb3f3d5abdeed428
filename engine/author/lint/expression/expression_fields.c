/*
** Fields that no fixture has. Each chain of fields is followed through all fixtures of the kind at
** once; a field is reported when the fixtures have objects there and none of them has it.
*/
#include "author/lint/expression/expression.h"

enum { MOST_VALUES = 24 };

/* The values of a node in the fixtures, as many as there is room for. */
typedef struct value_set {
    struct {
        const vitals_document *document;
        const vt_value *value;
    } items[MOST_VALUES];
    size_t count;
} value_set;

/* A loop variable and the list it iterates over. */
typedef struct loop {
    const vt_cel_node *macro;
    const struct loop *outer;
} loop;

static void add(value_set *set, const vitals_document *document, const vt_value *value) {
    if (!value || set->count == MOST_VALUES) return;
    set->items[set->count].document = document;
    set->items[set->count++].value = value;
}

static void add_items(value_set *set, const vitals_document *document, const vt_value *list) {
    const vt_value *item = vt_value_is_array(list) ? vt_array_first(list) : NULL;
    for (; item && set->count < MOST_VALUES; item = vt_array_next(list, item)) {
        add(set, document, item);
    }
}

static void values_of(const vt_lint_expression *expression, const vt_cel_node *node,
                      const loop *around, value_set *out);

static void of_fixtures(const vt_lint_expression *expression, vt_text name, value_set *out) {
    const vt_lint_document *at = NULL;
    while (out->count < MOST_VALUES && vt_lint_charge(expression->lint, 1) &&
           (at = vt_lint_next_fixture(expression->lint, at, expression->group, expression->kind))) {
        add(out, at->document, vt_document_get(at->document, vt_document_root(at->document), name));
    }
}

static void of_name(const vt_lint_expression *expression, const vt_cel_node *node,
                    const loop *around, value_set *out) {
    for (const loop *at = around; at; at = at->outer) {
        if (!vt_text_equal(at->macro->variables[0], node->name)) continue;
        value_set lists = { .count = 0 };
        values_of(expression, at->macro->children[0], at->outer, &lists);
        for (size_t i = 0; i < lists.count; i++) {
            add_items(out, lists.items[i].document, lists.items[i].value);
        }
        return;
    }
    of_fixtures(expression, node->name, out);
}

static void of_field(const vt_lint_expression *expression, const vt_cel_node *node,
                     const loop *around, value_set *out) {
    value_set objects = { .count = 0 };
    values_of(expression, node->children[0], around, &objects);
    for (size_t i = 0; i < objects.count; i++) {
        add(out, objects.items[i].document,
            vt_document_get(objects.items[i].document, objects.items[i].value, node->name));
    }
}

/* What cannot be followed has no values, and nothing below it is reported. Recursion is bounded by
** limit cel_depth. */
static void values_of(const vt_lint_expression *expression, const vt_cel_node *node,
                      const loop *around, value_set *out) {
    if (!vt_lint_charge(expression->lint, 1)) return;
    if (node->kind == VT_CEL_NODE_IDENTIFIER) {
        of_name(expression, node, around, out);
    } else if (node->kind == VT_CEL_NODE_SELECT) {
        of_field(expression, node, around, out);
    } else if (node->kind == VT_CEL_NODE_MACRO && node->macro == VT_CEL_MACRO_FILTER) {
        values_of(expression, node->children[0], around, out);
    }
}

/* Labels and annotations can have any name. */
static bool is_free_map(const vt_cel_node *node) {
    return node->kind == VT_CEL_NODE_SELECT &&
           (vt_text_is(node->name, "labels") || vt_text_is(node->name, "annotations"));
}

/* Fields that conditions and statuses have by convention, even if no fixture has them. */
static bool is_conventional(vt_text name) {
    static const char *const names[] = { "observedGeneration", "lastTransitionTime", "reason",
                                         "message" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (vt_text_is(name, names[i])) return true;
    }
    return false;
}

static void check_field(vt_lint_expression *expression, const vt_cel_node *node,
                        const loop *around) {
    value_set objects = { .count = 0 };
    bool any = false;
    if (is_free_map(node->children[0]) || is_conventional(node->name)) return;
    values_of(expression, node->children[0], around, &objects);
    for (size_t i = 0; i < objects.count; i++) {
        const vt_value *object = objects.items[i].value;
        if (!vt_value_is_object(object)) continue;
        any = true;
        if (vt_document_get(objects.items[i].document, object, node->name)) return;
    }
    if (!any || objects.count == MOST_VALUES) return;
    vt_lint_expression_add(expression, VT_LINT_EXPRESSION_FIELD, node->start, VT_TEXT_ABSENT,
                           "no fixture of the kind has the field %.*s", VT_TEXT_ARG(node->name));
}

static void find_fields(vt_lint_expression *expression, const vt_cel_node *node,
                        const loop *around) {
    if (!vt_lint_charge(expression->lint, 1)) return;
    if (node->kind == VT_CEL_NODE_SELECT || node->kind == VT_CEL_NODE_HAS) {
        check_field(expression, node, around);
    }
    loop inner = { node, around };
    for (uint32_t i = 0; i < node->child_count; i++) {
        bool binds = node->kind == VT_CEL_NODE_MACRO && i > 0;
        find_fields(expression, node->children[i], binds ? &inner : around);
    }
}

void vt_lint_fields(vt_lint_expression *expression) {
    const vt_lint_document *fixture =
        vt_lint_next_fixture(expression->lint, NULL, expression->group, expression->kind);
    if (fixture && !expression->typed) find_fields(expression, expression->tree, NULL);
}
