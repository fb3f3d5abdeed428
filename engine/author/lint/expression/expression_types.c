/*
** What can be said of an expression by its types: functions and variables that do not exist, fields
** that objects of the kind do not have, operands that do not fit, a result that is not a bool.
** If the kind has no schema, only the types of metadata and conditions are known.
*/
#include <vitals/cel.h>

#include "author/lint/expression/expression.h"

enum { MOST_UNKNOWN = 16 };

/* One expression, and what was said of it. */
typedef struct typing {
    vt_lint_expression *expression;
    const vt_cel_node *unknown[MOST_UNKNOWN]; /* calls of functions that do not exist */
    size_t unknown_count;
    vt_text field; /* the last one that was reported: has(a.b) && a.b is one mistake */
} typing;

/* --------------------------------------------------------------------- places */

/* The node that the checker speaks of. */
static const vt_cel_node *find_node(vitals_lint *lint, const vt_cel_node *node, uint32_t offset,
                                    vt_cel_node_kind kind) {
    if (!vt_lint_charge(lint, 1)) return NULL;
    if (node->kind == kind && node->offset == offset) return node;
    for (uint32_t i = 0; i < node->child_count; i++) {
        const vt_cel_node *found = find_node(lint, node->children[i], offset, kind);
        if (found) return found;
    }
    return NULL;
}

/* The word itself, where the checker points at the dot before it or the bracket behind it. */
static uint32_t word_offset(vt_text text, uint32_t offset, vt_text word) {
    if (offset >= word.size &&
        vt_text_equal(vt_text_between(text, offset - word.size, offset), word)) {
        return offset - (uint32_t)word.size;
    }
    size_t at = vt_text_find(text, word, offset);
    return at <= (size_t)offset + 2 ? (uint32_t)at : offset;
}

/* The part of a text between two marks; absent: it has not both. */
static vt_text between(vt_text text, const char *before, const char *after) {
    size_t start = vt_text_find(text, vt_text_from(before), 0);
    if (start == SIZE_MAX) return VT_TEXT_ABSENT;
    start += strlen(before);
    size_t end = vt_text_find(text, vt_text_from(after), start);
    return end == SIZE_MAX ? VT_TEXT_ABSENT : vt_text_between(text, start, end);
}

/* ------------------------------------------------------------------ functions */

static const char *const macros[] = { "all",           "exists",       "exists_one",
                                      "existsOne",     "filter",       "map",
                                      "has",           "optMap",       "optFlatMap",
                                      "transformList", "transformMap", "transformMapEntry" };

typedef struct nearest_name {
    vt_text wanted, found;
    size_t distance;
} nearest_name;

static void consider(nearest_name *near, const char *name) {
    vt_text other = vt_text_from(name);
    size_t distance = vt_text_equal_fold(near->wanted, other)
                          ? 0
                          : vt_text_distance(near->wanted, other, near->distance);
    if (distance >= near->distance) return;
    near->distance = distance;
    near->found = other;
}

/* The function or macro that is nearest; absent when none is near. */
static vt_text nearest_function(vitals_lint *lint, vt_text name) {
    nearest_name near = { name, VT_TEXT_ABSENT, name.size > 5 ? 4 : 3 };
    for (size_t i = 0; i < sizeof macros / sizeof macros[0]; i++) consider(&near, macros[i]);
    vitals_cel_function function;
    for (size_t i = 0;
         vt_lint_charge(lint, 1) && vitals_cel_function_at(VITALS_CEL_ENVIRONMENT_FLUX, i,
                                                           &function, sizeof function, NULL, 0);
         i++) {
        if (!function.hidden) consider(&near, function.name);
    }
    return near.distance * 2 < name.size ? near.found : VT_TEXT_ABSENT;
}

static bool is_name_among(vt_text name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (vt_text_is(name, names[i])) return true;
    }
    return false;
}

static void report_function(typing *t, const vt_cel_node *call, vt_text name) {
    vt_lint_expression *expression = t->expression;
    vitals_lint *lint = expression->lint;
    uint32_t offset = word_offset(expression->text, call->offset, name);
    vt_text near = nearest_function(lint, name), advice = VT_TEXT_ABSENT;
    if (t->unknown_count < MOST_UNKNOWN) t->unknown[t->unknown_count++] = call;
    if (is_name_among(name, macros, sizeof macros / sizeof macros[0])) {
        vt_lint_expression_add(expression, VT_LINT_EXPRESSION_FUNCTION, offset,
                               VT_TEXT("Write it as in list.exists(e, e.type == 'Ready')"),
                               "%.*s is a macro, which takes other arguments", VT_TEXT_ARG(name));
        return;
    }
    if (near.size) advice = vt_lint_printf(lint, "Write %.*s", VT_TEXT_ARG(near));
    vt_lint_expression_add(expression, VT_LINT_EXPRESSION_FUNCTION, offset, advice,
                           "there is no function %.*s", VT_TEXT_ARG(name));
}

/* ------------------------------------------------------------------ variables */

/* Variables of other expressions of Flux and of other programs. */
static const char *const foreign_roots[] = { "self", "dep", "object",   "obj",
                                             "res",  "req", "resource", "this" };

static bool is_capital(vt_text name) {
    return name.size && name.bytes[0] >= 'A' && name.bytes[0] <= 'Z';
}

static vt_text nearest_root(const vt_schema *schema, vt_text name) {
    vt_text near = vt_schema_nearest(schema, name);
    for (uint32_t i = 0; !near.size && i < schema->field_count; i++) {
        vt_text field = schema->fields[i].name;
        bool is_head = name.size >= 4 && vt_text_starts(field, name);
        if (is_head || vt_text_distance(name, field, 3) <= 2) near = field;
    }
    return near.size && near.size < name.size * 2 ? near : VT_TEXT_ABSENT;
}

/* The same for a name before an object is known, in which only the case differs from a variable. */
static void report_variable(typing *t, uint32_t offset, vt_text name) {
    vt_lint_expression *expression = t->expression;
    vitals_lint *lint = expression->lint;
    vt_text near = nearest_root(expression->schema, name);
    vt_text advice = VT_TEXT_ABSENT;
    if (is_name_among(name, foreign_roots, sizeof foreign_roots / sizeof foreign_roots[0])) {
        vt_lint_expression_add(expression, VT_LINT_EXPRESSION_ROOT, offset,
                               VT_TEXT("Begin with the field itself, as in status.conditions"),
                               "there is no variable %.*s: the fields of the object are the "
                               "variables",
                               VT_TEXT_ARG(name));
        return;
    }
    if (near.size) {
        advice = vt_lint_printf(lint, "Write %.*s", VT_TEXT_ARG(near));
    } else if (vt_text_is(name, "True") || vt_text_is(name, "False")) {
        advice = vt_lint_printf(lint, "Write '%.*s', as conditions have it, or %s",
                                VT_TEXT_ARG(name), vt_text_is(name, "True") ? "true" : "false");
    } else if (is_capital(name)) {
        advice = vt_lint_printf(lint, "Write '%.*s' if it is a text", VT_TEXT_ARG(name));
    }
    vt_lint_expression_add(expression, VT_LINT_EXPRESSION_ROOT, offset, advice,
                           "objects have no field %.*s, so there is no such variable",
                           VT_TEXT_ARG(name));
}

/* The arguments of a misspelt macro are not variables. */
static bool is_in_unknown_call(const typing *t, uint32_t offset) {
    for (size_t i = 0; i < t->unknown_count; i++) {
        if (offset >= t->unknown[i]->offset && offset < t->unknown[i]->end) return true;
    }
    return false;
}

static void report_undeclared(typing *t, const vt_cel_remark *remark, vt_text name) {
    vitals_lint *lint = t->expression->lint;
    const vt_cel_node *call =
        find_node(lint, t->expression->tree, remark->offset, VT_CEL_NODE_CALL);
    if (call && vt_text_equal(call->name, name)) {
        if (!is_in_unknown_call(t, remark->offset)) report_function(t, call, name);
    } else if (!is_in_unknown_call(t, remark->offset)) {
        report_variable(t, remark->offset, name);
    }
}

/* --------------------------------------------------------------------- fields */

/* The schema of the object that lacks the field, to find the one that is meant. */
static void report_field(typing *t, const vt_cel_remark *remark, vt_text name) {
    vt_lint_expression *expression = t->expression;
    vitals_lint *lint = expression->lint;
    vt_text near = vt_lint_nearest_field(expression, remark->offset);
    vt_text advice = VT_TEXT_ABSENT;
    if (is_in_unknown_call(t, remark->offset) || vt_text_equal(t->field, name)) return;
    t->field = name;
    if (near.size) advice = vt_lint_printf(lint, "Write %.*s", VT_TEXT_ARG(near));
    vt_lint_expression_add(expression, VT_LINT_EXPRESSION_FIELD,
                           word_offset(expression->text, remark->offset, name), advice,
                           expression->typed ? "objects of the kind have no field %.*s here"
                                             : "there is no field %.*s here",
                           VT_TEXT_ARG(name));
}

/* -------------------------------------------------------------------- operands */

/* How a type of cel-go reads in a sentence. */
static const char *noun_of(vt_text type) {
    static const struct noun {
        const char *head, *noun;
    } nouns[] = { { "string", "a string" },
                  { "int", "an integer" },
                  { "uint", "an unsigned integer" },
                  { "double", "a number" },
                  { "bool", "a boolean" },
                  { "list", "a list" },
                  { "map", "an object" },
                  { VT_LINT_OBJECT_TYPE, "an object" },
                  { "null", "null" },
                  { "duration", "a duration" },
                  { "timestamp", "a timestamp" },
                  { "optional", "an optional" },
                  { "bytes", "bytes" } };
    for (size_t i = 0; i < sizeof nouns / sizeof nouns[0]; i++) {
        if (vt_text_starts(type, vt_text_from(nouns[i].head))) return nouns[i].noun;
    }
    return "a value";
}

static bool is_number(vt_text type) {
    return vt_text_is(type, "int") || vt_text_is(type, "uint") || vt_text_is(type, "double");
}

/* "(string, bool)" in two parts, where neither is a list or a map. */
static void split_types(vt_text types, vt_text *left, vt_text *right) {
    vt_text inner = vt_text_between(types, 1, types.size ? types.size - 1 : 0);
    size_t depth = 0, at = 0;
    for (; at < inner.size; at++) {
        depth += inner.bytes[at] == '(';
        depth -= inner.bytes[at] == ')';
        if (inner.bytes[at] == ',' && depth == 0) break;
    }
    *left = vt_text_between(inner, 0, at);
    *right = vt_text_trim(vt_text_between(inner, at < inner.size ? at + 1 : at, inner.size));
}

static vt_text comparison_advice(vt_text left, vt_text right) {
    bool text = vt_text_is(left, "string") || vt_text_is(right, "string");
    bool truth = vt_text_is(left, "bool") || vt_text_is(right, "bool");
    if (text && truth) return VT_TEXT("Compare with a text, as in == 'True'");
    if (text && (is_number(left) || is_number(right)))
        return VT_TEXT("Compare values of one type: string(…) makes a text of a number");
    return VT_TEXT_ABSENT;
}

static void report_comparison(typing *t, const vt_cel_remark *remark, bool negated, vt_text types) {
    vt_text left, right;
    split_types(types, &left, &right);
    if (is_number(left) && is_number(right)) return; /* true where the values are equal */
    vt_lint_expression_add(t->expression, VT_LINT_EXPRESSION_COMPARISON, remark->offset,
                           comparison_advice(left, right), "%s %s %s, so this is always %s",
                           noun_of(left), "never equals", noun_of(right),
                           negated ? "true" : "false");
}

/* Objects are maps when the expression runs: what the checker refuses for messages alone works. */
static bool is_about_objects(vt_text types) {
    return vt_text_find(types, VT_TEXT(VT_LINT_OBJECT_TYPE), 0) != SIZE_MAX;
}

static const struct operator_sign {
    const char *name, *sign;
} signs[] = { { "_+_", "+" }, { "_-_", "-" },   { "_*_", "*" },   { "_/_", "/" },   { "_%_", "%" },
              { "_<_", "<" }, { "_<=_", "<=" }, { "_>_", ">" },   { "_>=_", ">=" }, { "!_", "!" },
              { "-_", "-" },  { "@in", "in" },  { "_[_]", "[]" }, { "_?_:_", "?:" } };

static const char *sign_of(vt_text name) {
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (vt_text_is(name, signs[i].name)) return signs[i].sign;
    }
    return NULL;
}

static void report_operator(typing *t, const vt_cel_remark *remark, const char *sign,
                            vt_text types) {
    vt_text left, right;
    split_types(types, &left, &right);
    if (right.size) {
        vt_lint_expression_add(t->expression, VT_LINT_EXPRESSION_TYPE, remark->offset,
                               VT_TEXT_ABSENT, "%s does not take %s and %s", sign, noun_of(left),
                               noun_of(right));
    } else {
        vt_lint_expression_add(t->expression, VT_LINT_EXPRESSION_TYPE, remark->offset,
                               VT_TEXT_ABSENT, "%s does not take %s", sign, noun_of(left));
    }
}

static void report_overload(typing *t, const vt_cel_remark *remark, vt_text name) {
    vt_text types = between(remark->text, "' applied to '", "'");
    bool equal = vt_text_is(name, "_==_"), different = vt_text_is(name, "_!=_");
    if (equal || different) {
        report_comparison(t, remark, different, types);
        return;
    }
    /* FLUX: branches of different types, and numbers of different kinds, work when it runs. */
    const char *sign = sign_of(name);
    if (is_about_objects(types) || vt_text_is(name, "_?_:_") || vt_text_is(name, "@in")) return;
    if (sign) {
        report_operator(t, remark, sign, types);
    } else {
        vt_lint_expression_add(t->expression, VT_LINT_EXPRESSION_TYPE,
                               word_offset(t->expression->text, remark->offset, name),
                               VT_TEXT_ABSENT, "%.*s does not take these arguments: %.*s",
                               VT_TEXT_ARG(name), VT_TEXT_ARG(types));
    }
}

/* ---------------------------------------------------------------------- remarks */

/* What a part must be, and is not. */
static void report_mismatch(typing *t, const vt_cel_remark *remark, vt_text wanted) {
    vt_text found = between(remark->text, "' but found '", "'");
    if (!vt_text_is(wanted, "bool")) return;
    vt_lint_expression_add(t->expression, VT_LINT_EXPRESSION_TYPE, remark->offset, VT_TEXT_ABSENT,
                           "this is %s, and a bool is needed here", noun_of(found));
}

static void report_remark(typing *t, const vt_cel_remark *remark) {
    vt_text name = between(remark->text, "undeclared reference to '", "'");
    if (name.size) {
        report_undeclared(t, remark, name);
        return;
    }
    if ((name = between(remark->text, "undefined field '", "'")).size)
        report_field(t, remark, name);
    if ((name = between(remark->text, "no matching overload for '", "'")).size)
        report_overload(t, remark, name);
    if ((name = between(remark->text, "expected type '", "'")).size)
        report_mismatch(t, remark, name);
    name = between(remark->text, "type '", "' does not support field selection");
    if (name.size) {
        vt_lint_expression_add(t->expression, VT_LINT_EXPRESSION_TYPE, remark->offset,
                               VT_TEXT_ABSENT, "%s has no fields", noun_of(name));
    }
}

static void check_result(vt_lint_expression *expression, vt_text type) {
    if (vt_text_is(type, "bool") || vt_text_is(type, "dyn") || vt_text_is_absent(type)) return;
    vt_lint_expression_add(expression, VT_LINT_EXPRESSION_NOT_BOOL, 0,
                           VT_TEXT("Compare it, as in status.phase == 'Ready'"),
                           "the result is %s, and Flux needs a bool", noun_of(type));
}

void vt_lint_types(vt_lint_expression *expression) {
    vitals_lint *lint = expression->lint;
    typing t = { .expression = expression };
    const vt_cel_host host = { .interrupt = lint->interrupt.ask,
                               .interrupt_user = lint->interrupt.user };
    vt_cel_remarks remarks;
    vt_text declarations = vt_lint_declare(expression);
    if (lint->no_memory) return;
    vitals_status status = vt_cel_remarks_of(&lint->arena, &lint->limits, &host, expression->text,
                                             declarations, &remarks);
    if (status == VITALS_ENOMEM) lint->no_memory = true;
    if (status == VITALS_ESTOPPED) lint->stopped = true;
    if (status) return;
    for (size_t i = 0; i < remarks.count && vt_lint_charge(lint, 1); i++) {
        report_remark(&t, &remarks.items[i]);
    }
    vt_lint_values(expression);
    if (!expression->found) check_result(expression, remarks.type);
}
