/*
** Comparisons that never hold, and fields that objects of the kind do not have: by the schema of the
** kind, and by what all objects have by custom. A comparison is reported when no state that reaches
** it can make it true.
*/
#include "author/lint/flow/flow_run.h"

/* What a value can be, as a set. */
enum { NIL = 1, BOOLEAN = 2, NUMBER = 4, TEXT = 8, TABLE = 16, ANYTHING = 31 };

static const char *noun_of(unsigned types) {
    static const struct noun {
        unsigned type;
        const char *text;
    } nouns[] = {
        { NIL, "nil" },       { BOOLEAN, "a boolean" }, { NUMBER, "a number" },
        { TEXT, "a string" }, { TABLE, "a table" },
    };
    for (size_t i = 0; i < sizeof nouns / sizeof nouns[0]; i++) {
        if ((types & ~(unsigned)NIL) == nouns[i].type) return nouns[i].text;
    }
    return types == NIL ? "nil" : "this value";
}

/* ---------------------------------------------------------------------- types */

static unsigned types_of_call(vt_flow_run *run, const vt_flow_state *state,
                              const vt_lua_node *node) {
    if (vt_flow_is_library(run, state, node->left, "", "tostring")) return TEXT;
    if (vt_flow_is_library(run, state, node->left, "", "type")) return TEXT;
    if (vt_flow_is_library(run, state, node->left, "", "tonumber")) return NUMBER | NIL;
    return ANYTHING;
}

static unsigned types_of_literal(const vt_lua_node *node) {
    static const uint8_t types[VT_LUA_KIND_COUNT] = {
        [VT_LUA_NIL] = NIL,       [VT_LUA_TRUE] = BOOLEAN, [VT_LUA_FALSE] = BOOLEAN,
        [VT_LUA_NUMBER] = NUMBER, [VT_LUA_STRING] = TEXT,  [VT_LUA_TABLE] = TABLE,
        [VT_LUA_CONCAT] = TEXT,
    };
    return types[node->kind] ? types[node->kind] : ANYTHING;
}

/* By the way it is written. */
static unsigned types_of_node(vt_flow_run *run, const vt_flow_state *state,
                              const vt_lua_node *node) {
    unsigned literal = types_of_literal(node);
    if (literal != ANYTHING) return literal;
    if (node->kind == VT_LUA_UNARY) return node->operation == VT_LUA_NOT ? BOOLEAN : NUMBER;
    if (node->kind == VT_LUA_BINARY) return node->operation >= VT_LUA_EQUAL ? BOOLEAN : NUMBER;
    return node->kind == VT_LUA_CALL ? types_of_call(run, state, node) : ANYTHING;
}

static unsigned types_of_symbol(const vt_flow_symbol *symbol) {
    static const uint8_t types[] = {
        [VT_SCHEMA_ANY] = ANYTHING,          [VT_SCHEMA_OBJECT] = TABLE | NIL,
        [VT_SCHEMA_ARRAY] = TABLE | NIL,     [VT_SCHEMA_STRING] = TEXT | NIL,
        [VT_SCHEMA_INTEGER] = NUMBER | NIL,  [VT_SCHEMA_NUMBER] = NUMBER | NIL,
        [VT_SCHEMA_BOOLEAN] = BOOLEAN | NIL, [VT_SCHEMA_INT_OR_STRING] = ANYTHING,
    };
    if (symbol->counts) return NUMBER;
    if (!symbol->schema || symbol->schema->nullable) return ANYTHING;
    return types[symbol->schema->type];
}

static unsigned types_of(vt_flow_run *run, const vt_flow_state *state, const vt_lua_node *node,
                         const vt_flow_value *value) {
    unsigned types = types_of_node(run, state, node);
    if (types == ANYTHING && value->kind == VT_FLOW_SYMBOL) types = types_of_symbol(value->symbol);
    return types;
}

/* --------------------------------------------------------------------- values */

static const vt_text type_names[] = {
    VT_TEXT_INIT("nil"),    VT_TEXT_INIT("boolean"),  VT_TEXT_INIT("number"),
    VT_TEXT_INIT("string"), VT_TEXT_INIT("function"), VT_TEXT_INIT("userdata"),
    VT_TEXT_INIT("thread"), VT_TEXT_INIT("table"),
};
static const vt_schema type_name = { .type = VT_SCHEMA_STRING,
                                     .values = type_names,
                                     .value_count = sizeof type_names / sizeof type_names[0] };

/* The schema whose values a text is compared with; NULL: there is none. */
static const vt_schema *values_of(const vt_flow_value *value) {
    if (value->kind != VT_FLOW_SYMBOL) return NULL;
    if (value->symbol->of && vt_text_is(value->symbol->key, "type()")) return &type_name;
    return value->symbol->schema;
}

/* --------------------------------------------------------------------- remarks */

static void note(vt_flow_run *run, const vt_lua_node *node, vt_text text, vt_text advice) {
    vt_flow_remark *remark = vt_flow_allocate(run, sizeof *remark);
    if (!remark) return;
    *remark = (vt_flow_remark){ node, text, advice, run->remarks };
    run->remarks = remark;
}

static bool note_value(vt_flow_run *run, const vt_lua_node *node, const vt_flow_value *value,
                       const vt_lua_node *other) {
    const vt_schema *schema = values_of(value);
    if (!schema || other->kind != VT_LUA_STRING || vt_schema_has_value(schema, other->text))
        return false;
    vitals_lint *lint = run->script->lint;
    note(run, node, vt_lint_printf(lint, "the field is never '%.*s'", VT_TEXT_ARG(other->text)),
         vt_lint_value_advice(lint, schema, other->text));
    return true;
}

static vt_text advice_for(const vt_lua_node *node, unsigned left, unsigned right) {
    const vt_lua_node *first = node->left;
    if (first->kind == VT_LUA_UNARY && first->operation == VT_LUA_NOT && !first->parenthesised)
        return VT_TEXT("not binds before ==: write a ~= b, or not (a == b)");
    unsigned both = left | right;
    if (both & TABLE) return VT_TEXT("Two tables are never the same: ask next(…) == nil");
    if ((both & TEXT) && (both & BOOLEAN)) return VT_TEXT("Compare with a text, as in == \"True\"");
    if ((both & TEXT) && (both & NUMBER))
        return VT_TEXT("Compare values of one type, as with tonumber");
    return VT_TEXT_ABSENT;
}

static bool note_types(vt_flow_run *run, const vt_lua_node *node, unsigned left, unsigned right) {
    bool constructed = node->left->kind == VT_LUA_TABLE || node->right->kind == VT_LUA_TABLE;
    if ((left & right) && !constructed) return false;
    vt_text text = vt_lint_printf(run->script->lint, "%s never equals %s", noun_of(left),
                                  constructed ? "a new table" : noun_of(right));
    note(run, node, text, advice_for(node, left, right));
    return true;
}

/* A value that is compared with nil may be absent after all. */
static bool is_asked(const vt_lua_node *node, const vt_flow_value *value) {
    return node->kind == VT_LUA_NIL && value->kind == VT_FLOW_SYMBOL && !value->symbol->counts;
}

/* By custom a field is a text; a script that computes a boolean for it knows of objects where it is
** none. */
static bool is_tolerant(const vt_lua_node *node, const vt_flow_value *value) {
    bool custom =
        value->kind == VT_FLOW_SYMBOL && value->symbol->schema && value->symbol->schema->by_custom;
    return custom && types_of_literal(node) == ANYTHING;
}

void vt_flow_compare(vt_flow_run *run, const vt_flow_state *state, const vt_lua_node *node,
                     vt_flow_value left, vt_flow_value right) {
    uint8_t *marks = &run->marks[node->index];
    if (*marks & VT_FLOW_TAKEN) return;
    unsigned a = types_of(run, state, node->left, &left);
    unsigned b = types_of(run, state, node->right, &right);
    bool asked = is_asked(node->right, &left) || is_asked(node->left, &right);
    bool noted = (*marks & VT_FLOW_TRIED) != 0;
    asked = asked || is_tolerant(node->right, &left) || is_tolerant(node->left, &right);
    bool never = !asked && ((a & b) == 0 || node->left->kind == VT_LUA_TABLE ||
                            node->right->kind == VT_LUA_TABLE);
    if (never && !noted) note_types(run, node, a, b);
    if (!never && !noted) {
        never =
            note_value(run, node, &left, node->right) || note_value(run, node, &right, node->left);
    } else if (!never) {
        const vt_schema *values = values_of(&left);
        never = values && node->right->kind == VT_LUA_STRING &&
                !vt_schema_has_value(values, node->right->text);
    }
    *marks |= never ? VT_FLOW_TRIED : VT_FLOW_TAKEN;
}

void vt_flow_report_remarks(vt_flow_run *run) {
    vt_lint_script *script = run->script;
    for (const vt_flow_remark *at = run->remarks; at; at = at->next) {
        if (run->marks[at->node->index] & VT_FLOW_TAKEN) continue;
        bool equal = at->node->operation == VT_LUA_EQUAL;
        vt_lint_add(script->lint, VT_LINT_LUA_COMPARISON, vt_lint_node_place(script, at->node),
                    at->advice, "%.*s, so this is always %s", VT_TEXT_ARG(at->text),
                    equal ? "false" : "true");
    }
}

/* ---------------------------------------------------------------------- fields */

/* Whether a fixture of the check has a field of that name. */
static bool is_in_fixtures(const vt_lint_script *script, vt_text name) {
    vt_text directory = vt_text_from(script->file);
    while (directory.size && directory.bytes[directory.size - 1] != '/') directory.size--;
    for (const vt_lint_document *at = script->lint->documents; at; at = at->next) {
        if (!at->fixture || !vt_text_starts(vt_text_from(at->file), directory)) continue;
        const vt_value *root = vt_document_root(at->document);
        for (const vt_value *value = root; value < root + root->next; value++) {
            if (vt_value_text_is(value, name)) return true;
        }
    }
    return false;
}

void vt_flow_check_field(vt_flow_run *run, const vt_flow_symbol *object, vt_text name,
                         const vt_lua_node *node) {
    vt_lint_script *script = run->script;
    if (!vt_schema_lacks(object->schema, name) || is_in_fixtures(script, name)) return;
    vt_place place = vt_lint_node_place(script, node);
    if (vt_lint_has(script->lint, VT_LINT_LUA_FIELD, place.file, place.line)) return;
    vt_text near = vt_schema_nearest(object->schema, name), advice = VT_TEXT_ABSENT;
    if (near.size) advice = vt_lint_printf(script->lint, "Write %.*s", VT_TEXT_ARG(near));
    vt_text path = vt_flow_path(run, object);
    vt_lint_add(script->lint, VT_LINT_LUA_FIELD, place, advice,
                path.size ? "%.*s has no field %.*s, so it is nil"
                          : "there is no field %.*s%.*s here, so it is nil",
                VT_TEXT_ARG(path), VT_TEXT_ARG(name));
}
