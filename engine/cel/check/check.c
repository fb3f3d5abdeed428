/*
** The type checker of the compiled mode: one function per kind of node. Names must be declared,
** calls must have an overload for their arguments in the form in which they are written, global or
** member.
*/
#include "cel/check/check.h"

#include "cel/check/checker.h"
#include "cel/check/validate.h"

static const vt_cel_type *check(vt_cel_checker *c, vt_cel_node *node);

/* ----------------------------------------------------- names and selects */

static const vt_cel_type *check_identifier(vt_cel_checker *c, vt_cel_node *node) {
    const vt_cel_type *type = vt_cel_checker_find_name(c, node->name, node->rooted);
    return type ? type : vt_cel_checker_report_undeclared(c, node, node->name);
}

static const vt_cel_type *field_of(vt_cel_checker *c, uint32_t offset, const vt_cel_named *message,
                                   vt_text name) {
    const vt_cel_field *field = vt_cel_type_field(message, name);
    if (field) return field->type;
    vt_cel_issue_add(c->issues, offset, "undefined field '%.*s'", VT_TEXT_ARG(name));
    return &vt_cel_error_type;
}

static const vt_cel_type *select_from(vt_cel_checker *c, vt_cel_node *node,
                                      const vt_cel_type *operand) {
    operand = vt_cel_checker_resolve(c, operand);
    bool optional = operand->kind == VT_CEL_TYPE_OPTIONAL;
    if (optional) operand = operand->parameters[0];
    const vt_cel_type *type = &vt_cel_dyn;
    if (operand->kind == VT_CEL_TYPE_MAP) {
        type = operand->parameters[1];
    } else if (operand->kind == VT_CEL_TYPE_NAMED && operand->named->is_message) {
        type = field_of(c, node->offset, operand->named, node->name);
    } else if (operand->kind == VT_CEL_TYPE_VARIABLE) {
        (void)vt_cel_checker_fits(c, operand, &vt_cel_dyn);
    } else if (!vt_cel_type_is_any(operand)) {
        vt_text name = vt_cel_checker_type_text(c, operand);
        vt_cel_issue_add(c->issues, node->offset, "type '%.*s' does not support field selection",
                         VT_TEXT_ARG(name));
    }
    type = vt_cel_checker_resolve(c, type);
    return optional || node->optional ? vt_cel_checker_make(c, VT_CEL_TYPE_OPTIONAL, type, NULL)
                                      : type;
}

/* A chain of selects that starts with a loop variable cannot be a dotted name. */
static bool starts_with_local(const vt_cel_checker *c, const vt_cel_node *node) {
    while (node->kind == VT_CEL_NODE_SELECT) node = node->children[0];
    return !c->rules->dotted_names_first && node->kind == VT_CEL_NODE_IDENTIFIER && !node->rooted &&
           vt_cel_checker_find_local(c, node->name);
}

static const vt_cel_type *check_select(vt_cel_checker *c, vt_cel_node *node) {
    vt_text name;
    if (!starts_with_local(c, node) && vt_cel_checker_qualified_name(c, node, &name)) {
        const vt_cel_type *type = vt_cel_checker_find_global(c, name, vt_cel_node_is_rooted(node));
        if (type) return type;
    }
    return select_from(c, node, check(c, node->children[0]));
}

static const vt_cel_type *check_has(vt_cel_checker *c, vt_cel_node *node) {
    (void)select_from(c, node, check(c, node->children[0]));
    return &vt_cel_bool;
}

/* ----------------------------------------------------------------- calls */

/* Check the children as arguments, the receiver last. false: memory ran out. */
static bool check_arguments(vt_cel_checker *c, vt_cel_node *node, vt_cel_arguments *out) {
    out->count = node->child_count;
    out->types = vt_arena_allocate_array(c->arena, out->count + 1, sizeof *out->types);
    if (!out->types) {
        vt_cel_checker_out_of_memory(c);
        return false;
    }
    for (uint32_t i = node->member; i < out->count; i++)
        out->types[i] = check(c, node->children[i]);
    if (node->member) out->types[0] = check(c, node->children[0]);
    return true;
}

static const vt_cel_type *check_index(vt_cel_checker *c, vt_cel_node *node) {
    vt_cel_arguments given = { NULL, 0, false };
    if (!check_arguments(c, node, &given)) return &vt_cel_error_type;
    return vt_cel_checker_index(c, node, given);
}

static const vt_cel_type *check_call(vt_cel_checker *c, vt_cel_node *node) {
    if (vt_text_is(node->name, "_[_]") || vt_text_is(node->name, "_[?_]"))
        return check_index(c, node);
    vt_cel_functions found;
    bool known = vt_cel_checker_find_qualified(c, node, &found);
    vt_cel_arguments given = { NULL, 0, node->member };
    if (!check_arguments(c, node, &given)) return &vt_cel_error_type;
    if (!known) known = vt_cel_checker_find_functions(c, node->rooted, &node->name, &found);
    if (!known) return vt_cel_checker_report_undeclared(c, node, node->name);
    const vt_cel_type *result = vt_cel_checker_call(c, node, node->name, &found, given);
    node->row = c->row;
    return result;
}

/* ------------------------------------------------- logic and conditional */

static bool expect_bool(vt_cel_checker *c, const vt_cel_node *node, const vt_cel_type *found) {
    bool is_bool = vt_cel_checker_fits(c, &vt_cel_bool, found);
    if (!is_bool) vt_cel_checker_report_mismatch(c, node, &vt_cel_bool, found);
    return is_bool;
}

/* CEL-GO: the operands between operators `first` and `last` as a balanced tree of pairs; those of a
** pair are both checked before either has to be bool. */
static const vt_cel_type *check_operands(vt_cel_checker *c, vt_cel_node *node, uint32_t first,
                                         uint32_t last) {
    uint32_t middle = first + (last - first + 1) / 2;
    vt_cel_node *left = node->children[middle], *right = node->children[middle + 1];
    const vt_cel_type *a =
        middle == first ? check(c, left) : check_operands(c, node, first, middle - 1);
    const vt_cel_type *b =
        middle == last ? check(c, right) : check_operands(c, node, middle + 1, last);
    bool is_first_bool = expect_bool(c, left, a);
    bool is_second_bool = expect_bool(c, right, b);
    return is_first_bool && is_second_bool ? &vt_cel_bool : &vt_cel_error_type;
}

static const vt_cel_type *check_logic(vt_cel_checker *c, vt_cel_node *node) {
    return check_operands(c, node, 0, node->child_count - 2);
}

static const vt_cel_type *check_conditional(vt_cel_checker *c, vt_cel_node *node) {
    const vt_cel_type *condition = check(c, node->children[0]);
    const vt_cel_type *a = check(c, node->children[1]);
    const vt_cel_type *b = check(c, node->children[2]);
    return c->issues->out_of_memory ? &vt_cel_error_type
                                    : vt_cel_checker_conditional(c, node, condition, a, b);
}

/* -------------------------------------------------------------- literals */

/* The type of all elements: the common one, else dyn. */
static const vt_cel_type *join(vt_cel_checker *c, const vt_cel_type *all, const vt_cel_type *next) {
    if (!all) return next;
    return vt_cel_checker_fits(c, next, all) ? vt_cel_type_join(&c->bindings, all, next)
                                             : &vt_cel_dyn;
}

/* The type that an element written ?e adds: the one inside the optional. */
static const vt_cel_type *unwrap(vt_cel_checker *c, const vt_cel_node *node,
                                 const vt_cel_type *type) {
    if (type->kind == VT_CEL_TYPE_OPTIONAL) return type->parameters[0];
    if (type->kind != VT_CEL_TYPE_DYN)
        vt_cel_checker_report_mismatch(
            c, node, vt_cel_checker_make(c, VT_CEL_TYPE_OPTIONAL, type, NULL), type);
    return type;
}

static const vt_cel_type *check_list(vt_cel_checker *c, vt_cel_node *node) {
    const vt_cel_type *all = NULL;
    for (uint32_t i = 0; i < node->child_count; i++) {
        const vt_cel_type *type = check(c, node->children[i]);
        if (node->optionals && node->optionals[i]) type = unwrap(c, node->children[i], type);
        all = join(c, all, type);
    }
    return vt_cel_checker_make(c, VT_CEL_TYPE_LIST, all ? all : vt_cel_checker_fresh(c), NULL);
}

static const vt_cel_type *check_map(vt_cel_checker *c, vt_cel_node *node) {
    const vt_cel_type *keys = NULL, *values = NULL;
    for (uint32_t i = 0; i < node->child_count; i += 2) {
        keys = join(c, keys, check(c, node->children[i]));
        const vt_cel_type *type = check(c, node->children[i + 1]);
        if (node->optionals && node->optionals[i / 2])
            type = unwrap(c, node->children[i + 1], type);
        values = join(c, values, type);
    }
    if (!keys) keys = vt_cel_checker_fresh(c);
    if (!values) values = vt_cel_checker_fresh(c);
    return vt_cel_checker_make(c, VT_CEL_TYPE_MAP, keys, values);
}

static const vt_cel_type *check_constant(vt_cel_checker *c, vt_cel_node *node) {
    static const vt_cel_type *const types[] = {
        [VT_CEL_NULL] = &vt_cel_null,     [VT_CEL_BOOL] = &vt_cel_bool,
        [VT_CEL_INT] = &vt_cel_int,       [VT_CEL_UINT] = &vt_cel_uint,
        [VT_CEL_DOUBLE] = &vt_cel_double, [VT_CEL_STRING] = &vt_cel_string,
        [VT_CEL_BYTES] = &vt_cel_bytes,
    };
    (void)c;
    return types[node->constant.kind];
}

/* One entry of a declared message: the field must exist, and the value must fit it. */
static void check_field(vt_cel_checker *c, const vt_cel_named *message, const vt_cel_node *name,
                        vt_cel_node *value, bool optional) {
    vt_text field = vt_cel_text(name->constant);
    uint32_t colon = name->end;
    const vt_cel_type *given = check(c, value);
    if (optional) given = unwrap(c, value, given);
    const vt_cel_type *wanted = field_of(c, colon, message, field);
    if (vt_cel_checker_fits(c, given, wanted)) return;
    vt_text a = vt_cel_checker_type_text(c, wanted), b = vt_cel_checker_type_text(c, given);
    vt_cel_issue_add(c->issues, colon,
                     "expected type of field '%.*s' is '%.*s' but provided type is '%.*s'",
                     VT_TEXT_ARG(field), VT_TEXT_ARG(a), VT_TEXT_ARG(b));
}

static const vt_cel_type *check_declared_message(vt_cel_checker *c, vt_cel_node *node,
                                                 const vt_cel_named *message) {
    for (uint32_t i = 0; i < node->child_count; i += 2) {
        check_field(c, message, node->children[i], node->children[i + 1],
                    node->optionals && node->optionals[i / 2]);
    }
    return vt_cel_checker_make_message(c, message);
}

/* The name that cel-go declares the type under, without parameters. */
static vt_text declared_name(vt_cel_checker *c, const vt_cel_type *type) {
    bool is_shown_whole = type->kind == VT_CEL_TYPE_WRAPPER || type->kind == VT_CEL_TYPE_VARIABLE;
    return is_shown_whole ? vt_cel_checker_type_text(c, type) : vt_cel_type_plain_name(type);
}

/* name{…} where the name is a variable or a type without fields. */
static const vt_cel_type *refuse_message(vt_cel_checker *c, vt_cel_node *node, vt_text name,
                                         const vt_cel_type *type) {
    bool is_type = type->kind == VT_CEL_TYPE_TYPE;
    vt_text called = declared_name(c, is_type ? type->parameters[0] : type);
    if (type->kind != VT_CEL_TYPE_ERROR)
        vt_cel_issue_add(c->issues, node->offset, "'%.*s' is not a %stype", VT_TEXT_ARG(called),
                         is_type ? "message " : "");
    for (uint32_t i = 0; i < node->child_count; i += 2) {
        vt_cel_node *value = node->children[i + 1];
        const vt_cel_type *given = check(c, value);
        if (node->optionals && node->optionals[i / 2]) (void)unwrap(c, value, given);
        vt_cel_issue_add(c->issues, node->children[i]->end,
                         "unexpected failed resolution of '%.*s'", VT_TEXT_ARG(name));
    }
    return &vt_cel_error_type;
}

static const vt_cel_type *check_message(vt_cel_checker *c, vt_cel_node *node) {
    bool rooted = vt_text_starts(node->name, VT_TEXT("."));
    vt_text name = vt_text_between(node->name, rooted, node->name.size);
    if (vt_cel_message_known(node->name)) {
        for (uint32_t i = 1; i < node->child_count; i += 2) (void)check(c, node->children[i]);
        return &vt_cel_dyn;
    }
    const vt_cel_type *type = vt_cel_checker_find_name(c, name, rooted);
    if (!type) return vt_cel_checker_report_undeclared(c, node, node->name);
    const vt_cel_type *message = type->kind == VT_CEL_TYPE_TYPE ? type->parameters[0] : type;
    bool is_declared = message != type && message->kind == VT_CEL_TYPE_NAMED;
    return is_declared && message->named->is_message
               ? check_declared_message(c, node, message->named)
               : refuse_message(c, node, name, type);
}

/* ---------------------------------------------------------------- macros */

/* The types of the loop variables, from the type of the range; whether it is a map. */
static bool iterate(vt_cel_checker *c, const vt_cel_node *node, const vt_cel_type *range,
                    const vt_cel_type **key, const vt_cel_type **value) {
    range = vt_cel_checker_resolve(c, range);
    *key = *value = &vt_cel_dyn;
    if (range->kind == VT_CEL_TYPE_LIST) {
        *key = &vt_cel_int;
        *value = range->parameters[0];
    } else if (range->kind == VT_CEL_TYPE_MAP) {
        *key = range->parameters[0];
        *value = range->parameters[1];
    } else if (range->kind == VT_CEL_TYPE_VARIABLE) {
        (void)vt_cel_checker_fits(c, range, &vt_cel_dyn);
    } else if (!vt_cel_type_is_any(range)) {
        vt_text name = vt_cel_checker_type_text(c, range);
        vt_cel_issue_add(c->issues, node->children[0]->offset,
                         "expression of type '%.*s' cannot be range of a comprehension (must be "
                         "list, map, or dynamic)",
                         VT_TEXT_ARG(name));
        *key = *value = &vt_cel_error_type;
    }
    return range->kind == VT_CEL_TYPE_MAP;
}

/* The types of a comprehension. */
typedef struct comprehension {
    const vt_cel_type *accumulator; /* of the macros that make a list or count */
    const vt_cel_type *key, *element;
    const vt_cel_type *predicate; /* or NULL */
    const vt_cel_type *last;      /* of the last child */
} comprehension;

/* CEL-GO: all() and exists() join the predicates with && or ||. */
static const vt_cel_type *step_logic(vt_cel_checker *c, const vt_cel_node *node,
                                     const comprehension *t) {
    (void)expect_bool(c, node->children[1], t->last);
    return &vt_cel_bool;
}

static const vt_cel_type *add(vt_cel_checker *c, const vt_cel_node *node, const vt_cel_type *a,
                              const vt_cel_type *b) {
    const vt_cel_type *types[] = { a, b };
    return vt_cel_checker_call_standard(c, node, VT_TEXT("_+_"),
                                        (vt_cel_arguments){ types, 2, false });
}

/* CEL-GO: exists_one() steps with predicate ? accumulator + 1 : accumulator, and compares the
** accumulator with 1 at the end. */
static const vt_cel_type *step_count(vt_cel_checker *c, const vt_cel_node *node,
                                     const comprehension *t) {
    const vt_cel_type *sum = add(c, node, t->accumulator, &vt_cel_int);
    (void)vt_cel_checker_conditional(c, node, t->last, sum, t->accumulator);
    const vt_cel_type *types[] = { t->accumulator, &vt_cel_int };
    return vt_cel_checker_call_standard(c, node, VT_TEXT("_==_"),
                                        (vt_cel_arguments){ types, 2, false });
}

/* CEL-GO: map() and filter() step with predicate ? accumulator + [element] : accumulator. */
static const vt_cel_type *step_list(vt_cel_checker *c, const vt_cel_node *node,
                                    const comprehension *t) {
    bool maps = node->macro == VT_CEL_MACRO_MAP;
    const vt_cel_type *one =
        vt_cel_checker_make(c, VT_CEL_TYPE_LIST, maps ? t->last : t->element, NULL);
    const vt_cel_type *step = add(c, node, t->accumulator, one);
    if (t->predicate)
        step = vt_cel_checker_conditional(c, node, t->predicate, step, t->accumulator);
    (void)vt_cel_checker_fits(c, step, t->accumulator);
    return vt_cel_checker_resolve(c, t->accumulator);
}

static const vt_cel_type *step_map(vt_cel_checker *c, const vt_cel_node *node,
                                   const comprehension *t) {
    bool has_entries = node->macro == VT_CEL_MACRO_TRANSFORM_ENTRY;
    const vt_cel_type *map =
        has_entries ? t->last : vt_cel_checker_make(c, VT_CEL_TYPE_MAP, t->key, t->last);
    if (t->predicate) (void)vt_cel_checker_conditional(c, node, t->predicate, map, map);
    return map;
}

/* By vt_cel_macro: check the loop step; the type of the result. */
static const vt_cel_type *(*const loop_steps[])(vt_cel_checker *, const vt_cel_node *,
                                                const comprehension *) = {
    [VT_CEL_MACRO_ALL] = step_logic,           [VT_CEL_MACRO_EXISTS] = step_logic,
    [VT_CEL_MACRO_EXISTS_ONE] = step_count,    [VT_CEL_MACRO_MAP] = step_list,
    [VT_CEL_MACRO_FILTER] = step_list,         [VT_CEL_MACRO_TRANSFORM_MAP] = step_map,
    [VT_CEL_MACRO_TRANSFORM_ENTRY] = step_map,
};

static const vt_cel_type *initial_accumulator(vt_cel_checker *c, const vt_cel_node *node) {
    bool appends = node->macro == VT_CEL_MACRO_MAP || node->macro == VT_CEL_MACRO_FILTER;
    return appends ? vt_cel_checker_make(c, VT_CEL_TYPE_LIST, vt_cel_checker_fresh(c), NULL)
                   : &vt_cel_int;
}

static const vt_cel_type *check_loop(vt_cel_checker *c, vt_cel_node *node) {
    comprehension t = { .last = &vt_cel_dyn };
    const vt_cel_type *value, *range = check(c, node->children[0]);
    t.accumulator = initial_accumulator(c, node);
    bool is_map = iterate(c, node, range, &t.key, &value);
    bool is_pair = !vt_text_is_absent(node->variables[1]);
    t.element = is_map ? t.key : value;
    const vt_cel_scope *outer = c->scope;
    vt_cel_scope first = { outer, node->variables[0], is_pair ? t.key : t.element };
    vt_cel_scope second = { &first, node->variables[1], value };
    c->scope = is_pair ? &second : &first;
    for (uint32_t i = 1; i < node->child_count; i++) t.last = check(c, node->children[i]);
    c->scope = outer;
    if (c->issues->out_of_memory) return &vt_cel_error_type;
    if (node->has_filter || node->macro == VT_CEL_MACRO_FILTER)
        t.predicate = node->children[1]->type;
    return loop_steps[node->macro](c, node, &t);
}

static const vt_cel_type *check_in_scope(vt_cel_checker *c, vt_text name, const vt_cel_type *type,
                                         vt_cel_node *body) {
    const vt_cel_scope *outer = c->scope;
    vt_cel_scope variable = { outer, name, type };
    c->scope = &variable;
    const vt_cel_type *result = check(c, body);
    c->scope = outer;
    return vt_cel_checker_resolve(c, result);
}

/* CEL-GO: a comprehension over [], whose element type takes the number of a variable. */
static const vt_cel_type *check_bind(vt_cel_checker *c, vt_cel_node *node) {
    (void)vt_cel_checker_fresh(c);
    const vt_cel_type *type = check(c, node->children[0]);
    return check_in_scope(c, node->variables[0], type, node->children[1]);
}

static const vt_cel_type *check_block(vt_cel_checker *c, vt_cel_node *node) {
    const vt_cel_scope *outer = c->scope;
    uint32_t slots = node->child_count - 1;
    vt_cel_scope *scopes = vt_arena_allocate_array(c->arena, slots + 1, sizeof *scopes);
    if (!scopes) return vt_cel_checker_out_of_memory(c);
    for (uint32_t i = 0; i < slots; i++) {
        vt_text name = vt_arena_printf(c->arena, "@index%u", i);
        if (vt_text_is_absent(name)) return vt_cel_checker_out_of_memory(c);
        scopes[i] = (vt_cel_scope){ c->scope, name, check(c, node->children[i]) };
        c->scope = &scopes[i];
    }
    const vt_cel_type *type = check(c, node->children[slots]);
    c->scope = outer;
    return type;
}

/* Receivers of receivers double at each level; this keeps the check linear. */
#define MOST_REPEATED 100

/* CEL-GO: a.hasValue() ? … a.value() has `a` twice: its issues are reported twice, and it gets
** other variables the second time. */
static bool is_checked_again(vt_cel_checker *c, uint32_t issues, uint32_t variables) {
    bool has_issues = c->issues->count > issues && c->issues->count < VT_CEL_MOST_ISSUES;
    bool has_variables = c->bindings.count > variables && c->repeated < MOST_REPEATED;
    if (!has_issues && !has_variables) return false;
    c->repeated++;
    return true;
}

/* a.optMap(x, e) is a.hasValue() ? optional.of(e) : optional.none() where x is a.value(); for
** optFlatMap the middle is e itself. */
static const vt_cel_type *check_optional(vt_cel_checker *c, vt_cel_node *node) {
    uint32_t issues = c->issues->count, variables = c->bindings.count;
    const vt_cel_type *receiver = check(c, node->children[0]);
    bool again = is_checked_again(c, issues, variables);
    const vt_cel_type *condition = vt_cel_checker_call_standard(
        c, node, VT_TEXT("hasValue"), (vt_cel_arguments){ &receiver, 1, true });
    (void)vt_cel_checker_fresh(c);
    if (again) receiver = check(c, node->children[0]);
    const vt_cel_type *value = vt_cel_checker_call_standard(
        c, node, VT_TEXT("value"), (vt_cel_arguments){ &receiver, 1, true });
    const vt_cel_type *body = check_in_scope(c, node->variables[0], value, node->children[1]);
    if (node->macro == VT_CEL_MACRO_OPTIONAL_MAP)
        body = vt_cel_checker_call_standard(c, node, VT_TEXT("optional.of"),
                                            (vt_cel_arguments){ &body, 1, false });
    const vt_cel_type *none = vt_cel_checker_call_standard(c, node, VT_TEXT("optional.none"),
                                                           (vt_cel_arguments){ NULL, 0, false });
    return c->issues->out_of_memory ? &vt_cel_error_type
                                    : vt_cel_checker_conditional(c, node, condition, body, none);
}

static const vt_cel_type *check_macro(vt_cel_checker *c, vt_cel_node *node) {
    switch ((vt_cel_macro)node->macro) {
    case VT_CEL_MACRO_BIND:
        return check_bind(c, node);
    case VT_CEL_MACRO_BLOCK:
        return check_block(c, node);
    case VT_CEL_MACRO_OPTIONAL_MAP:
    case VT_CEL_MACRO_OPTIONAL_FLAT_MAP:
        return check_optional(c, node);
    case VT_CEL_MACRO_ALL:
    case VT_CEL_MACRO_EXISTS:
    case VT_CEL_MACRO_EXISTS_ONE:
    case VT_CEL_MACRO_MAP:
    case VT_CEL_MACRO_FILTER:
    case VT_CEL_MACRO_TRANSFORM_MAP:
    case VT_CEL_MACRO_TRANSFORM_ENTRY:
        break;
    }
    return check_loop(c, node);
}

/* By vt_cel_node_kind. */
static const vt_cel_type *(*const checks[])(vt_cel_checker *, vt_cel_node *) = {
    [VT_CEL_NODE_CONSTANT] = check_constant, [VT_CEL_NODE_IDENTIFIER] = check_identifier,
    [VT_CEL_NODE_SELECT] = check_select,     [VT_CEL_NODE_HAS] = check_has,
    [VT_CEL_NODE_CALL] = check_call,         [VT_CEL_NODE_AND] = check_logic,
    [VT_CEL_NODE_OR] = check_logic,          [VT_CEL_NODE_CONDITIONAL] = check_conditional,
    [VT_CEL_NODE_LIST] = check_list,         [VT_CEL_NODE_MAP] = check_map,
    [VT_CEL_NODE_MESSAGE] = check_message,   [VT_CEL_NODE_MACRO] = check_macro,
};

/* What checking a node costs, without the work over types. */
#define COST_OF_CHECK 4

static const vt_cel_type *check(vt_cel_checker *c, vt_cel_node *node) {
    if (c->issues->out_of_memory || !vt_cel_issues_charge(c->issues, COST_OF_CHECK))
        return &vt_cel_error_type;
    node->type = checks[node->kind](c, node);
    return node->type;
}

/* ----------------------------------------------------------- entry point */

const vt_cel_type *vt_cel_check(const vt_cel_rules *rules, const vt_cel_settings *settings,
                                const vt_cel_declarations *declarations, vt_cel_node *tree,
                                vt_cel_issues *issues) {
    vt_cel_checker c = { .rules = rules,
                         .settings = settings,
                         .declarations = declarations,
                         .issues = issues,
                         .arena = issues->arena,
                         .bindings = { .arena = issues->arena,
                                       .meter = issues->meter,
                                       .first_kept = rules->first_type_kept } };
    const vt_cel_type *type = check(&c, tree);
    const vt_cel_type *resolved = vt_cel_type_resolve(&c.bindings, type, true);
    /* When the work was stopped some nodes have no type. */
    bool whole = !issues->out_of_memory && !c.bindings.out_of_memory &&
                 !(issues->meter && issues->meter->stopped);
    if (issues->count == 0 && whole) vt_cel_validate(&c, tree);
    if (!resolved || c.bindings.out_of_memory) issues->out_of_memory = true;
    return issues->count == 0 && !issues->out_of_memory ? resolved : NULL;
}
