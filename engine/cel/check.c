/*
** The type checker of the compiled mode: one function per kind of node. Names must be declared,
** calls must have an overload that takes their arguments in the style they are written.
*/
#include "cel/check.h"

#include "cel/check_format.h"

/* A name and its type. */
typedef struct declaration {
    const struct declaration *outer;
    vt_text name;
    const vt_cel_type *type;
} declaration;

typedef struct checker {
    const vt_cel_rules *rules;
    const vt_cel_settings *settings;
    const vt_cel_declarations *declarations;
    vt_cel_issues *issues;
    vt_arena *arena;
    vt_cel_bindings bindings;
    const declaration *scope;
    uint32_t repeated; /* checks of what cel-go has twice */
} checker;

static const vt_cel_type *check(checker *c, vt_cel_node *node);

static const vt_cel_type *out_of_memory(checker *c) {
    c->issues->out_of_memory = true;
    return &vt_cel_error_type;
}

static const vt_cel_type *make(checker *c, vt_cel_type_kind kind, const vt_cel_type *first,
                               const vt_cel_type *second) {
    const vt_cel_type *type = vt_cel_type_make(c->arena, kind, first, second);
    return type ? type : out_of_memory(c);
}

static const vt_cel_type *make_message(checker *c, const vt_cel_named *named) {
    const vt_cel_type message = { .kind = VT_CEL_TYPE_NAMED, .named = named };
    const vt_cel_type *type = vt_cel_type_with(c->arena, &message, message.parameters);
    return type ? type : out_of_memory(c);
}

static const vt_cel_type *resolve(checker *c, const vt_cel_type *type) {
    const vt_cel_type *resolved = vt_cel_type_resolve(&c->bindings, type, false);
    return resolved ? resolved : out_of_memory(c);
}

static bool is_any(const vt_cel_type *type) {
    return type->kind == VT_CEL_TYPE_DYN || type->kind == VT_CEL_TYPE_ERROR;
}

/* Absent when memory runs out. */
static vt_text join_name(checker *c, vt_text head, vt_text last) {
    vt_text name = vt_cel_name_join(c->arena, head, last);
    if (vt_text_is_absent(name)) out_of_memory(c);
    return name;
}

static bool qualified_name(checker *c, const vt_cel_node *node, vt_text *name) {
    if (!vt_cel_node_qualified_name(c->arena, node, name)) return false;
    if (vt_text_is_absent(*name)) out_of_memory(c);
    return !vt_text_is_absent(*name);
}

/* In one issue: few parts under long declared names may come to gigabytes. */
#define MOST_SHOWN_BYTES 16384

static void append_shown(checker *c, vt_buffer *text, const vt_cel_type *type) {
    if (c->issues->count >= VT_CEL_MOST_ISSUES || text->failed) return;
    vt_cel_type_append(text, type);
}

/* Its variables replaced, free ones by dyn. */
static const vt_cel_type *settled(checker *c, const vt_cel_type *type) {
    const vt_cel_type *resolved = vt_cel_type_resolve(&c->bindings, type, true);
    return resolved ? resolved : out_of_memory(c);
}

/* What was appended, and dots where it was cut. */
static vt_text take_shown(checker *c, vt_buffer *text) {
    const char *format = text->over_ceiling ? "%.*s..." : "%.*s";
    vt_text copy = vt_arena_printf(c->arena, format, VT_TEXT_ARG(vt_buffer_text(text)));
    if (vt_text_is_absent(copy) || (text->failed && !text->over_ceiling)) out_of_memory(c);
    vt_buffer_done(text);
    return copy;
}

/* CEL-GO: the type as it stands, with the names of its variables. */
static vt_text shown(checker *c, const vt_cel_type *type) {
    vt_buffer text;
    vt_buffer_init(&text, &c->arena->allocator, MOST_SHOWN_BYTES);
    append_shown(c, &text, type);
    return take_shown(c, &text);
}

static void tell_types(checker *c, const vt_cel_node *node, const vt_cel_type *wanted,
                       const vt_cel_type *found) {
    vt_text a = shown(c, wanted), b = shown(c, found);
    vt_cel_issue_add(c->issues, node->offset, "expected type '%.*s' but found '%.*s'",
                     VT_TEXT_ARG(a), VT_TEXT_ARG(b));
}

/* Whether they go together; when they do not, nothing is bound. */
static bool fits(checker *c, const vt_cel_type *to, const vt_cel_type *from) {
    uint32_t mark = c->bindings.undo_count;
    if (vt_cel_type_assignable(&c->bindings, to, from)) return true;
    vt_cel_bindings_back_to(&c->bindings, mark);
    return false;
}

static bool expect_bool(checker *c, const vt_cel_node *node, const vt_cel_type *found) {
    bool is_bool = fits(c, &vt_cel_bool, found);
    if (!is_bool) tell_types(c, node, &vt_cel_bool, found);
    return is_bool;
}

static const vt_cel_type *fresh(checker *c) {
    const vt_cel_type *variable = vt_cel_type_fresh(&c->bindings);
    return variable ? variable : out_of_memory(c);
}

/* ----------------------------------------------------------------- names */

static const vt_cel_type *find_local(const checker *c, vt_text name) {
    for (const declaration *d = c->scope; d; d = d->outer) {
        if (vt_text_equal(d->name, name)) return d->type;
    }
    return NULL;
}

static const vt_cel_type *find_declared(const checker *c, vt_text name) {
    const vt_cel_type *type = vt_cel_declared_variable(c->declarations, name);
    if (type) return type;
    for (uint32_t i = 0; i < c->settings->variable_count; i++) {
        if (vt_text_equal(c->settings->variables[i], name)) return c->settings->variable_types[i];
    }
    return NULL;
}

/* The type that an identifier such as `int` or `google.protobuf.Duration` stands for. */
static const vt_cel_type *type_of_name(checker *c, vt_text name) {
    static const struct {
        const char *name;
        const vt_cel_type *type;
    } simple[] = {
        { "bool", &vt_cel_bool },      { "bytes", &vt_cel_bytes },
        { "double", &vt_cel_double },  { "int", &vt_cel_int },
        { "null_type", &vt_cel_null }, { "string", &vt_cel_string },
        { "uint", &vt_cel_uint },      { "google.protobuf.Timestamp", &vt_cel_timestamp },
        { "net.IP", &vt_cel_ip },      { "google.protobuf.Duration", &vt_cel_duration },
        { "net.CIDR", &vt_cel_cidr },
    };
    if (!vt_cel_type_identifier(c->rules, name)) return NULL;
    for (size_t i = 0; i < sizeof simple / sizeof simple[0]; i++) {
        if (vt_text_is(name, simple[i].name))
            return make(c, VT_CEL_TYPE_TYPE, simple[i].type, NULL);
    }
    static const vt_cel_type any_type = { VT_CEL_TYPE_TYPE, 0, { NULL }, NULL };
    const vt_cel_type *inner = vt_text_is(name, "type") ? &any_type : &vt_cel_dyn;
    if (vt_text_is(name, "list")) inner = make(c, VT_CEL_TYPE_LIST, &vt_cel_dyn, NULL);
    if (vt_text_is(name, "map")) inner = make(c, VT_CEL_TYPE_MAP, &vt_cel_dyn, &vt_cel_dyn);
    if (vt_text_is(name, "optional_type")) inner = make(c, VT_CEL_TYPE_OPTIONAL, &vt_cel_dyn, NULL);
    return make(c, VT_CEL_TYPE_TYPE, inner, NULL);
}

/* What a name may stand for: inside the container, from the longest prefix to none. */
typedef struct candidates {
    vt_text name, container;
    vt_arena_mark mark; /* behind it the last one is written */
    bool done;
} candidates;

static candidates candidates_of(const checker *c, vt_text name, bool rooted) {
    return (candidates){ name, rooted ? VT_TEXT_ABSENT : c->settings->container,
                         vt_arena_mark_here(c->arena), false };
}

/* Takes the place of the one before; nothing may be allocated in between. */
static bool next_candidate(checker *c, candidates *of, vt_text *full) {
    vt_text container = of->container;
    vt_arena_back_to(c->arena, of->mark);
    if (of->done) return false;
    of->done = container.size == 0;
    *full = of->done ? of->name : join_name(c, container, of->name);
    if (vt_text_is_absent(*full)) return false;
    while (container.size > 0 && container.bytes[container.size - 1] != '.') container.size--;
    if (container.size > 0) container.size--;
    of->container = container;
    return true;
}

static const vt_cel_named *find_named(checker *c, vt_text name, bool rooted) {
    candidates names = candidates_of(c, name, rooted);
    const vt_cel_named *named = NULL;
    for (vt_text full; !named && next_candidate(c, &names, &full);)
        named = vt_cel_declared_type(c->declarations, full);
    return named;
}

/* Variables, the types of messages, and the types of CEL. */
static const vt_cel_type *find_global(checker *c, vt_text name, bool rooted) {
    candidates names = candidates_of(c, name, rooted);
    const vt_cel_type *type = NULL;
    for (vt_text full; !type && next_candidate(c, &names, &full);) type = find_declared(c, full);
    if (type) return type;
    const vt_cel_named *named = find_named(c, name, rooted);
    if (!named || !named->is_message) return type_of_name(c, name);
    return make(c, VT_CEL_TYPE_TYPE, make_message(c, named), NULL);
}

static const vt_cel_type *undeclared(checker *c, const vt_cel_node *node, vt_text name) {
    vt_cel_issue_add(
        c->issues, node->offset, "undeclared reference to '%s%.*s' (in container '%.*s')",
        node->rooted ? "." : "", VT_TEXT_ARG(name), VT_TEXT_ARG(c->settings->container));
    return &vt_cel_error_type;
}

static const vt_cel_type *find_name(checker *c, vt_text name, bool rooted) {
    bool sees_locals = !rooted || c->rules->dotted_names_first;
    const vt_cel_type *type = sees_locals ? find_local(c, name) : NULL;
    return type ? type : find_global(c, name, rooted);
}

static const vt_cel_type *check_identifier(checker *c, vt_cel_node *node) {
    const vt_cel_type *type = find_name(c, node->name, node->rooted);
    return type ? type : undeclared(c, node, node->name);
}

/* --------------------------------------------------------------- selects */

static const vt_cel_type *field_of(checker *c, uint32_t offset, const vt_cel_named *message,
                                   vt_text name) {
    const vt_cel_field *field = vt_cel_type_field(message, name);
    if (field) return field->type;
    vt_cel_issue_add(c->issues, offset, "undefined field '%.*s'", VT_TEXT_ARG(name));
    return &vt_cel_error_type;
}

static const vt_cel_type *select_from(checker *c, vt_cel_node *node, const vt_cel_type *operand) {
    operand = resolve(c, operand);
    bool optional = operand->kind == VT_CEL_TYPE_OPTIONAL;
    if (optional) operand = operand->parameters[0];
    const vt_cel_type *type = &vt_cel_dyn;
    if (operand->kind == VT_CEL_TYPE_MAP) {
        type = operand->parameters[1];
    } else if (operand->kind == VT_CEL_TYPE_NAMED && operand->named->is_message) {
        type = field_of(c, node->offset, operand->named, node->name);
    } else if (operand->kind == VT_CEL_TYPE_VARIABLE) {
        (void)fits(c, operand, &vt_cel_dyn);
    } else if (!is_any(operand)) {
        vt_text name = shown(c, operand);
        vt_cel_issue_add(c->issues, node->offset, "type '%.*s' does not support field selection",
                         VT_TEXT_ARG(name));
    }
    type = resolve(c, type);
    return optional || node->optional ? make(c, VT_CEL_TYPE_OPTIONAL, type, NULL) : type;
}

/* The leftmost name of a chain of selects, when it is a loop variable the chain is no other name. */
static bool starts_with_local(const checker *c, const vt_cel_node *node) {
    while (node->kind == VT_CEL_NODE_SELECT) node = node->children[0];
    return !c->rules->dotted_names_first && node->kind == VT_CEL_NODE_IDENTIFIER && !node->rooted &&
           find_local(c, node->name);
}

static bool is_rooted(const vt_cel_node *node) {
    while (node->kind == VT_CEL_NODE_SELECT) node = node->children[0];
    return node->rooted;
}

static const vt_cel_type *check_select(checker *c, vt_cel_node *node) {
    vt_text name;
    if (!starts_with_local(c, node) && qualified_name(c, node, &name)) {
        const vt_cel_type *type = find_global(c, name, is_rooted(node));
        if (type) return type;
    }
    return select_from(c, node, check(c, node->children[0]));
}

static const vt_cel_type *check_has(checker *c, vt_cel_node *node) {
    (void)select_from(c, node, check(c, node->children[0]));
    return &vt_cel_bool;
}

/* ----------------------------------------------------------------- calls */

/* Parameters become fresh variables; the same parameter the same variable. */
typedef struct renaming {
    const vt_cel_type *fresh['Z' - 'A' + 1];
} renaming;

static const vt_cel_type *rename_type(checker *c, renaming *names, const vt_cel_type *type) {
    if (!vt_cel_bindings_work(&c->bindings)) return &vt_cel_dyn;
    if (type->kind == VT_CEL_TYPE_PARAMETER) {
        const vt_cel_type **name = &names->fresh[type->variable - 'A'];
        if (!*name) *name = vt_cel_type_fresh(&c->bindings);
        return *name ? *name : out_of_memory(c);
    }
    const vt_cel_type *parameters[VT_CEL_MOST_PARAMETERS] = { NULL };
    bool changed = false;
    for (int i = 0; i < VT_CEL_MOST_PARAMETERS && type->parameters[i]; i++) {
        parameters[i] = rename_type(c, names, type->parameters[i]);
        changed = changed || parameters[i] != type->parameters[i];
    }
    if (!changed) return type;
    const vt_cel_type *renamed = vt_cel_type_with(c->arena, type, parameters);
    return renamed ? renamed : out_of_memory(c);
}

/* CEL-GO: each parameter of an overload gets its variable before arguments are looked at, which
** numbers them. */
static void rename_parameters(checker *c, renaming *names, const vt_cel_signature *overload) {
    (void)rename_type(c, names, overload->result);
    for (uint32_t i = 0; i < overload->count; i++)
        (void)rename_type(c, names, overload->arguments[i]);
}

/* Arguments of a call and how it is written. */
typedef struct arguments {
    const vt_cel_type **types;
    uint32_t count;
    bool member;
} arguments;

/* The result of the overload when it takes the arguments; NULL when it does not. */
static const vt_cel_type *try_overload(checker *c, const vt_cel_signature *overload,
                                       const arguments *given) {
    if (overload->member != given->member) return NULL;
    uint32_t mark = c->bindings.undo_count;
    renaming names = { { NULL } };
    rename_parameters(c, &names, overload);
    if (overload->count != given->count) return NULL;
    for (uint32_t i = 0; i < given->count; i++) {
        const vt_cel_type *wanted = rename_type(c, &names, overload->arguments[i]);
        if (vt_cel_type_assignable(&c->bindings, wanted, given->types[i])) continue;
        vt_cel_bindings_back_to(&c->bindings, mark);
        return NULL;
    }
    return resolve(c, rename_type(c, &names, overload->result));
}

/* The functions of one name: of CEL, and declared. */
typedef struct functions {
    vt_cel_overloads rows;
    const vt_cel_signature *declared;
} functions;

/* CEL: every overload that fits counts; when their results differ, the result is dyn. */
static void join_result(checker *c, const vt_cel_signature *overload, const arguments *given,
                        const vt_cel_type **result) {
    const vt_cel_type *type = try_overload(c, overload, given);
    if (type && *result && !vt_cel_type_equal(*result, type)) type = &vt_cel_dyn;
    if (type) *result = type;
}

static const vt_cel_type *resolve_overload(checker *c, const functions *found,
                                           const arguments *given) {
    const vt_cel_type *result = NULL;
    for (uint32_t i = 0; i < found->rows.count; i++) {
        const vt_cel_function *row = found->rows.rows[i];
        vt_cel_signature overload = { NULL, row->result, row->arguments, vt_cel_function_arity(row),
                                      (row->flags & VT_CEL_MEMBER) != 0 };
        join_result(c, &overload, given, &result);
    }
    for (const vt_cel_signature *overload = found->declared; overload; overload = overload->next)
        join_result(c, overload, given, &result);
    return result;
}

static void append_types(checker *c, vt_buffer *text, const arguments *given) {
    uint32_t first = 0;
    if (given->member && given->count > 0) {
        append_shown(c, text, settled(c, given->types[0]));
        vt_buffer_add_byte(text, '.');
        first = 1;
    }
    vt_buffer_add_byte(text, '(');
    for (uint32_t i = first; i < given->count; i++) {
        if (i > first) vt_buffer_add(text, VT_TEXT(", "));
        append_shown(c, text, settled(c, given->types[i]));
    }
    vt_buffer_add_byte(text, ')');
}

static const vt_cel_type *no_overload(checker *c, const vt_cel_node *node, vt_text name,
                                      const arguments *given) {
    vt_buffer text;
    vt_buffer_init(&text, &c->arena->allocator, MOST_SHOWN_BYTES);
    append_types(c, &text, given);
    vt_text types = take_shown(c, &text);
    vt_cel_issue_add(c->issues, node->offset,
                     "found no matching overload for '%.*s' applied to '%.*s'", VT_TEXT_ARG(name),
                     VT_TEXT_ARG(types));
    return &vt_cel_error_type;
}

/* Check the children as arguments, the receiver last. false: no memory. */
static bool check_arguments(checker *c, vt_cel_node *node, arguments *out) {
    out->count = node->child_count;
    out->types = vt_arena_allocate_array(c->arena, out->count + 1, sizeof *out->types);
    if (!out->types) {
        out_of_memory(c);
        return false;
    }
    for (uint32_t i = node->member; i < out->count; i++)
        out->types[i] = check(c, node->children[i]);
    if (node->member) out->types[0] = check(c, node->children[0]);
    return true;
}

/* `*name` becomes the full name of a declared function. */
static bool find_functions(checker *c, bool rooted, vt_text *name, functions *out) {
    candidates names = candidates_of(c, *name, rooted);
    bool known = vt_cel_overloads_find(c->rules->mask, *name, &out->rows);
    out->declared = NULL;
    for (vt_text full; !out->declared && next_candidate(c, &names, &full);) {
        out->declared = vt_cel_declared_function(c->declarations, full);
        if (out->declared && !known) *name = full;
    }
    return known || out->declared;
}

/* a.f(x) where a.f is the name of a function: the receiver is only a part of the name. */
static bool find_qualified(checker *c, vt_cel_node *node, functions *found) {
    vt_text scope;
    if (!node->member || !qualified_name(c, node->children[0], &scope)) return false;
    vt_text name = join_name(c, scope, node->name);
    if (vt_text_is_absent(name) || !find_functions(c, is_rooted(node->children[0]), &name, found))
        return false;
    node->name = name;
    node->children++;
    node->child_count--;
    node->member = false;
    return true;
}

/* What a macro calls. */
static const vt_cel_type *call_function(checker *c, const vt_cel_node *node, vt_text name,
                                        arguments given) {
    functions found = { { { NULL }, 0 }, NULL };
    (void)vt_cel_overloads_find(c->rules->mask, name, &found.rows);
    const vt_cel_type *result = resolve_overload(c, &found, &given);
    return result ? result : no_overload(c, node, name, &given);
}

static const vt_cel_type optional_b = { VT_CEL_TYPE_OPTIONAL, 0, { &vt_cel_b }, NULL };
static const vt_cel_type optional_list = { VT_CEL_TYPE_OPTIONAL, 0, { &vt_cel_list_a }, NULL };
static const vt_cel_type optional_map = { VT_CEL_TYPE_OPTIONAL, 0, { &vt_cel_map_a_b }, NULL };

static const vt_cel_type *const of_list[] = { &vt_cel_list_a, &vt_cel_int };
static const vt_cel_type *const of_map[] = { &vt_cel_map_a_b, &vt_cel_a };
static const vt_cel_type *const of_optional_list[] = { &optional_list, &vt_cel_int };
static const vt_cel_type *const of_optional_map[] = { &optional_map, &vt_cel_a };

/* _[_] and _[?_], in the order of cel-go */
static const vt_cel_signature indexes[2][4] = {
    { { NULL, &vt_cel_a, of_list, 2, false },
      { NULL, &vt_cel_b, of_map, 2, false },
      { NULL, &vt_cel_optional_a, of_optional_list, 2, false },
      { NULL, &optional_b, of_optional_map, 2, false } },
    { { NULL, &vt_cel_optional_a, of_list, 2, false },
      { NULL, &vt_cel_optional_a, of_optional_list, 2, false },
      { NULL, &optional_b, of_map, 2, false },
      { NULL, &optional_b, of_optional_map, 2, false } },
};

static const vt_cel_type *check_index(checker *c, vt_cel_node *node) {
    const vt_cel_signature *overloads = indexes[vt_text_is(node->name, "_[?_]")];
    arguments given = { NULL, 0, false };
    if (!check_arguments(c, node, &given)) return &vt_cel_error_type;
    const vt_cel_type *result = NULL;
    for (int i = 0; i < 4; i++) join_result(c, &overloads[i], &given, &result);
    return result ? result : no_overload(c, node, node->name, &given);
}

static const vt_cel_type *check_call(checker *c, vt_cel_node *node) {
    if (vt_text_is(node->name, "_[_]") || vt_text_is(node->name, "_[?_]"))
        return check_index(c, node);
    functions found;
    bool known = find_qualified(c, node, &found);
    arguments given = { NULL, 0, node->member };
    if (!check_arguments(c, node, &given)) return &vt_cel_error_type;
    if (!known) known = find_functions(c, node->rooted, &node->name, &found);
    if (!known) return undeclared(c, node, node->name);
    const vt_cel_type *result = resolve_overload(c, &found, &given);
    return result ? result : no_overload(c, node, node->name, &given);
}

/* ------------------------------------------------- logic and conditional */

/* CEL-GO: the operands between operators `first` and `last` as a balanced tree of pairs; those of a
** pair are both checked before either has to be bool. */
static const vt_cel_type *check_operands(checker *c, vt_cel_node *node, uint32_t first,
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

static const vt_cel_type *check_logic(checker *c, vt_cel_node *node) {
    return check_operands(c, node, 0, node->child_count - 2);
}

/* condition ? a : b */
static const vt_cel_type *choose(checker *c, const vt_cel_node *node, const vt_cel_type *condition,
                                 const vt_cel_type *a, const vt_cel_type *b) {
    const vt_cel_type *types[] = { condition, a, b };
    arguments given = { types, 3, false };
    const vt_cel_type *either = fresh(c);
    uint32_t mark = c->bindings.undo_count;
    if (fits(c, &vt_cel_bool, condition) && fits(c, either, a) && fits(c, either, b))
        return resolve(c, either);
    vt_cel_bindings_back_to(&c->bindings, mark);
    return no_overload(c, node, VT_TEXT("_?_:_"), &given);
}

static const vt_cel_type *check_conditional(checker *c, vt_cel_node *node) {
    const vt_cel_type *condition = check(c, node->children[0]);
    const vt_cel_type *a = check(c, node->children[1]);
    const vt_cel_type *b = check(c, node->children[2]);
    return c->issues->out_of_memory ? &vt_cel_error_type : choose(c, node, condition, a, b);
}

/* -------------------------------------------------------------- literals */

/* The type of all elements: the common one, else dyn. */
static const vt_cel_type *join(checker *c, const vt_cel_type *all, const vt_cel_type *next) {
    if (!all) return next;
    return fits(c, next, all) ? vt_cel_type_join(&c->bindings, all, next) : &vt_cel_dyn;
}

/* What an element written ?e adds: what the optional holds. */
static const vt_cel_type *unwrap(checker *c, const vt_cel_node *node, const vt_cel_type *type) {
    if (type->kind == VT_CEL_TYPE_OPTIONAL) return type->parameters[0];
    if (type->kind != VT_CEL_TYPE_DYN)
        tell_types(c, node, make(c, VT_CEL_TYPE_OPTIONAL, type, NULL), type);
    return type;
}

static const vt_cel_type *check_list(checker *c, vt_cel_node *node) {
    const vt_cel_type *all = NULL;
    for (uint32_t i = 0; i < node->child_count; i++) {
        const vt_cel_type *type = check(c, node->children[i]);
        if (node->optionals && node->optionals[i]) type = unwrap(c, node->children[i], type);
        all = join(c, all, type);
    }
    return make(c, VT_CEL_TYPE_LIST, all ? all : fresh(c), NULL);
}

static const vt_cel_type *check_map(checker *c, vt_cel_node *node) {
    const vt_cel_type *keys = NULL, *values = NULL;
    for (uint32_t i = 0; i < node->child_count; i += 2) {
        keys = join(c, keys, check(c, node->children[i]));
        const vt_cel_type *type = check(c, node->children[i + 1]);
        if (node->optionals && node->optionals[i / 2])
            type = unwrap(c, node->children[i + 1], type);
        values = join(c, values, type);
    }
    if (!keys) keys = fresh(c);
    if (!values) values = fresh(c);
    return make(c, VT_CEL_TYPE_MAP, keys, values);
}

static const vt_cel_type *check_constant(checker *c, vt_cel_node *node) {
    static const vt_cel_type *const types[] = {
        [VT_CEL_NULL] = &vt_cel_null,     [VT_CEL_BOOL] = &vt_cel_bool,
        [VT_CEL_INT] = &vt_cel_int,       [VT_CEL_UINT] = &vt_cel_uint,
        [VT_CEL_DOUBLE] = &vt_cel_double, [VT_CEL_STRING] = &vt_cel_string,
        [VT_CEL_BYTES] = &vt_cel_bytes,
    };
    (void)c;
    return types[node->constant.kind];
}

/* One entry of a declared message: the field, and that its value fits. */
static void check_field(checker *c, const vt_cel_named *message, const vt_cel_node *name,
                        vt_cel_node *value, bool optional) {
    vt_text field = vt_cel_text(name->constant);
    uint32_t colon = name->end;
    const vt_cel_type *given = check(c, value);
    if (optional) given = unwrap(c, value, given);
    const vt_cel_type *wanted = field_of(c, colon, message, field);
    if (fits(c, given, wanted)) return;
    vt_text a = shown(c, wanted), b = shown(c, given);
    vt_cel_issue_add(c->issues, colon,
                     "expected type of field '%.*s' is '%.*s' but provided type is '%.*s'",
                     VT_TEXT_ARG(field), VT_TEXT_ARG(a), VT_TEXT_ARG(b));
}

static const vt_cel_type *check_declared_message(checker *c, vt_cel_node *node,
                                                 const vt_cel_named *message) {
    for (uint32_t i = 0; i < node->child_count; i += 2) {
        check_field(c, message, node->children[i], node->children[i + 1],
                    node->optionals && node->optionals[i / 2]);
    }
    return make_message(c, message);
}

/* As cel-go declares it, without parameters. */
static vt_text declared_name(checker *c, const vt_cel_type *type) {
    bool is_told_whole = type->kind == VT_CEL_TYPE_WRAPPER || type->kind == VT_CEL_TYPE_VARIABLE;
    return is_told_whole ? shown(c, type) : vt_cel_type_plain_name(type);
}

/* name{…} where the name is a variable, or a type without fields. */
static const vt_cel_type *refuse_message(checker *c, vt_cel_node *node, vt_text name,
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

static const vt_cel_type *check_message(checker *c, vt_cel_node *node) {
    bool rooted = vt_text_starts(node->name, VT_TEXT("."));
    vt_text name = vt_text_between(node->name, rooted, node->name.size);
    if (vt_cel_message_known(node->name)) {
        for (uint32_t i = 1; i < node->child_count; i += 2) (void)check(c, node->children[i]);
        return &vt_cel_dyn;
    }
    const vt_cel_type *type = find_name(c, name, rooted);
    if (!type) return undeclared(c, node, node->name);
    const vt_cel_type *message = type->kind == VT_CEL_TYPE_TYPE ? type->parameters[0] : type;
    bool is_declared = message != type && message->kind == VT_CEL_TYPE_NAMED;
    return is_declared && message->named->is_message
               ? check_declared_message(c, node, message->named)
               : refuse_message(c, node, name, type);
}

/* ---------------------------------------------------------------- macros */

/* What the loop variables are, from the type of the range. */
static bool iterate(checker *c, const vt_cel_node *node, const vt_cel_type *range,
                    const vt_cel_type **key, const vt_cel_type **value) {
    range = resolve(c, range);
    *key = *value = &vt_cel_dyn;
    if (range->kind == VT_CEL_TYPE_LIST) {
        *key = &vt_cel_int;
        *value = range->parameters[0];
    } else if (range->kind == VT_CEL_TYPE_MAP) {
        *key = range->parameters[0];
        *value = range->parameters[1];
    } else if (range->kind == VT_CEL_TYPE_VARIABLE) {
        (void)fits(c, range, &vt_cel_dyn);
    } else if (!is_any(range)) {
        vt_text name = shown(c, range);
        vt_cel_issue_add(c->issues, node->children[0]->offset,
                         "expression of type '%.*s' cannot be range of a comprehension (must be "
                         "list, map, or dynamic)",
                         VT_TEXT_ARG(name));
        *key = *value = &vt_cel_error_type;
    }
    return range->kind == VT_CEL_TYPE_MAP;
}

/* What a loop goes over and what is known of one turn. */
typedef struct turn {
    const vt_cel_type *found; /* so far, of the loops that make a list or count */
    const vt_cel_type *key, *element;
    const vt_cel_type *predicate; /* NULL: there is none */
    const vt_cel_type *last;      /* of the last child */
} turn;

/* CEL-GO: all() and exists() join what a turn gives with && or ||. */
static const vt_cel_type *turn_joins(checker *c, const vt_cel_node *node, const turn *t) {
    (void)expect_bool(c, node->children[1], t->last);
    return &vt_cel_bool;
}

static const vt_cel_type *add(checker *c, const vt_cel_node *node, const vt_cel_type *a,
                              const vt_cel_type *b) {
    const vt_cel_type *types[] = { a, b };
    return call_function(c, node, VT_TEXT("_+_"), (arguments){ types, 2, false });
}

/* CEL-GO: exists_one() is predicate ? found + 1 : found, and found == 1 in the end. */
static const vt_cel_type *turn_counts(checker *c, const vt_cel_node *node, const turn *t) {
    const vt_cel_type *sum = add(c, node, t->found, &vt_cel_int);
    (void)choose(c, node, t->last, sum, t->found);
    const vt_cel_type *types[] = { t->found, &vt_cel_int };
    return call_function(c, node, VT_TEXT("_==_"), (arguments){ types, 2, false });
}

/* CEL-GO: map() and filter() are predicate ? found + [one] : found. */
static const vt_cel_type *turn_appends(checker *c, const vt_cel_node *node, const turn *t) {
    bool maps = node->macro == VT_CEL_MACRO_MAP;
    const vt_cel_type *one = make(c, VT_CEL_TYPE_LIST, maps ? t->last : t->element, NULL);
    const vt_cel_type *step = add(c, node, t->found, one);
    if (t->predicate) step = choose(c, node, t->predicate, step, t->found);
    (void)fits(c, step, t->found);
    return resolve(c, t->found);
}

static const vt_cel_type *turn_inserts(checker *c, const vt_cel_node *node, const turn *t) {
    bool has_entries = node->macro == VT_CEL_MACRO_TRANSFORM_ENTRY;
    const vt_cel_type *map = has_entries ? t->last : make(c, VT_CEL_TYPE_MAP, t->key, t->last);
    if (t->predicate) (void)choose(c, node, t->predicate, map, map);
    return map;
}

/* By vt_cel_macro: what a turn makes of what was found before, which is the result in the end. */
static const vt_cel_type *(*const turns[])(checker *, const vt_cel_node *, const turn *) = {
    [VT_CEL_MACRO_ALL] = turn_joins,
    [VT_CEL_MACRO_EXISTS] = turn_joins,
    [VT_CEL_MACRO_EXISTS_ONE] = turn_counts,
    [VT_CEL_MACRO_MAP] = turn_appends,
    [VT_CEL_MACRO_FILTER] = turn_appends,
    [VT_CEL_MACRO_TRANSFORM_MAP] = turn_inserts,
    [VT_CEL_MACRO_TRANSFORM_ENTRY] = turn_inserts,
};

static const vt_cel_type *found_at_first(checker *c, const vt_cel_node *node) {
    bool appends = node->macro == VT_CEL_MACRO_MAP || node->macro == VT_CEL_MACRO_FILTER;
    return appends ? make(c, VT_CEL_TYPE_LIST, fresh(c), NULL) : &vt_cel_int;
}

static const vt_cel_type *check_loop(checker *c, vt_cel_node *node) {
    turn t = { .last = &vt_cel_dyn };
    const vt_cel_type *value, *range = check(c, node->children[0]);
    t.found = found_at_first(c, node);
    bool is_map = iterate(c, node, range, &t.key, &value);
    bool is_pair = !vt_text_is_absent(node->variables[1]);
    t.element = is_map ? t.key : value;
    const declaration *outer = c->scope;
    declaration first = { outer, node->variables[0], is_pair ? t.key : t.element };
    declaration second = { &first, node->variables[1], value };
    c->scope = is_pair ? &second : &first;
    for (uint32_t i = 1; i < node->child_count; i++) t.last = check(c, node->children[i]);
    c->scope = outer;
    if (c->issues->out_of_memory) return &vt_cel_error_type;
    if (node->has_filter || node->macro == VT_CEL_MACRO_FILTER)
        t.predicate = node->children[1]->type;
    return turns[node->macro](c, node, &t);
}

static const vt_cel_type *check_with(checker *c, vt_text name, const vt_cel_type *type,
                                     vt_cel_node *body) {
    const declaration *outer = c->scope;
    declaration variable = { outer, name, type };
    c->scope = &variable;
    const vt_cel_type *result = check(c, body);
    c->scope = outer;
    return resolve(c, result);
}

/* CEL-GO: a loop over [], which takes the number of a variable. */
static const vt_cel_type *check_bind(checker *c, vt_cel_node *node) {
    (void)fresh(c);
    const vt_cel_type *type = check(c, node->children[0]);
    return check_with(c, node->variables[0], type, node->children[1]);
}

static const vt_cel_type *check_block(checker *c, vt_cel_node *node) {
    const declaration *outer = c->scope;
    uint32_t slots = node->child_count - 1;
    declaration *declarations = vt_arena_allocate_array(c->arena, slots + 1, sizeof *declarations);
    if (!declarations) return out_of_memory(c);
    for (uint32_t i = 0; i < slots; i++) {
        vt_text name = vt_arena_printf(c->arena, "@index%u", i);
        if (vt_text_is_absent(name)) return out_of_memory(c);
        declarations[i] = (declaration){ c->scope, name, check(c, node->children[i]) };
        c->scope = &declarations[i];
    }
    const vt_cel_type *type = check(c, node->children[slots]);
    c->scope = outer;
    return type;
}

/* So that receivers of receivers, each of which is there twice, do not take long. */
#define MOST_REPEATED 100

/* CEL-GO: a.hasValue() ? … a.value() has a twice: what is wrong with it is told twice, and it has other
** variables the second time. */
static bool is_checked_again(checker *c, uint32_t issues, uint32_t variables) {
    bool tells = c->issues->count > issues && c->issues->count < VT_CEL_MOST_ISSUES;
    bool has_variables = c->bindings.count > variables && c->repeated < MOST_REPEATED;
    if (!tells && !has_variables) return false;
    c->repeated++;
    return true;
}

/* a.hasValue() ? optional.of(e) : optional.none(), where x is a.value(); optFlatMap has e itself. */
static const vt_cel_type *check_optional(checker *c, vt_cel_node *node) {
    uint32_t issues = c->issues->count, variables = c->bindings.count;
    const vt_cel_type *receiver = check(c, node->children[0]);
    bool again = is_checked_again(c, issues, variables);
    const vt_cel_type *condition =
        call_function(c, node, VT_TEXT("hasValue"), (arguments){ &receiver, 1, true });
    (void)fresh(c);
    if (again) receiver = check(c, node->children[0]);
    const vt_cel_type *value =
        call_function(c, node, VT_TEXT("value"), (arguments){ &receiver, 1, true });
    const vt_cel_type *body = check_with(c, node->variables[0], value, node->children[1]);
    if (node->macro == VT_CEL_MACRO_OPTIONAL_MAP)
        body = call_function(c, node, VT_TEXT("optional.of"), (arguments){ &body, 1, false });
    const vt_cel_type *none =
        call_function(c, node, VT_TEXT("optional.none"), (arguments){ NULL, 0, false });
    return c->issues->out_of_memory ? &vt_cel_error_type : choose(c, node, condition, body, none);
}

static const vt_cel_type *check_macro(checker *c, vt_cel_node *node) {
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
static const vt_cel_type *(*const checks[])(checker *, vt_cel_node *) = {
    [VT_CEL_NODE_CONSTANT] = check_constant, [VT_CEL_NODE_IDENTIFIER] = check_identifier,
    [VT_CEL_NODE_SELECT] = check_select,     [VT_CEL_NODE_HAS] = check_has,
    [VT_CEL_NODE_CALL] = check_call,         [VT_CEL_NODE_AND] = check_logic,
    [VT_CEL_NODE_OR] = check_logic,          [VT_CEL_NODE_CONDITIONAL] = check_conditional,
    [VT_CEL_NODE_LIST] = check_list,         [VT_CEL_NODE_MAP] = check_map,
    [VT_CEL_NODE_MESSAGE] = check_message,   [VT_CEL_NODE_MACRO] = check_macro,
};

static const vt_cel_type *check(checker *c, vt_cel_node *node) {
    if (c->issues->out_of_memory) return &vt_cel_error_type;
    node->type = checks[node->kind](c, node);
    return node->type;
}

/* -------------------------------------------------------- mixed literals */

/* Of the element that is child `index` of a list, or of an entry of a map. */
static const vt_cel_type *element_type(checker *c, const vt_cel_node *node, uint32_t index) {
    bool is_map = node->kind == VT_CEL_NODE_MAP;
    bool may_be = node->optionals && (!is_map || index % 2 == 1);
    const vt_cel_type *type = settled(c, node->children[index]->type);
    bool unwraps = may_be && node->optionals[is_map ? index / 2 : index];
    return unwraps && type->kind == VT_CEL_TYPE_OPTIONAL ? type->parameters[0] : type;
}

/* CEL-GO: tell what is not like the first, from `first` on in steps: of lists the first one, of maps
** all. */
static void check_alike(checker *c, const vt_cel_node *node, uint32_t first, uint32_t step,
                        uint32_t times) {
    if (first >= node->child_count) return;
    const vt_cel_type *all = element_type(c, node, first);
    for (uint32_t i = first + step; i < node->child_count; i += step) {
        const vt_cel_type *type = element_type(c, node, i);
        if (vt_cel_type_alike(&c->bindings, all, type)) continue;
        for (uint32_t told = 0; told < times; told++) tell_types(c, node->children[i], all, type);
        if (node->kind == VT_CEL_NODE_LIST) return;
    }
}

/* CEL-GO: HomogeneousAggregateLiterals, which reads what checks. Literals inside of format(), at any
** depth, may be mixed. */
static void check_literals(checker *c, const vt_cel_node *node, uint32_t times) {
    if (node->kind == VT_CEL_NODE_CALL && vt_text_is(node->name, "format")) return;
    if (node->kind == VT_CEL_NODE_LIST) check_alike(c, node, 0, 1, times);
    if (node->kind == VT_CEL_NODE_MAP) {
        check_alike(c, node, 0, 2, times);
        check_alike(c, node, 1, 2, times);
    }
    for (uint32_t i = 0; i < node->child_count; i++)
        check_literals(c, node->children[i], vt_cel_times_of_child(node, i, times));
}

/* What is looked for once all types are known. */
static void validate(checker *c, const vt_cel_node *tree) {
    vt_cel_bindings_settle(&c->bindings);
    if (c->rules->mixed_literals_refused) check_literals(c, tree, 1);
    if (c->rules->formats_checked) vt_cel_check_formats(&c->bindings, tree, c->issues);
}

const vt_cel_type *vt_cel_check(const vt_cel_rules *rules, const vt_cel_settings *settings,
                                const vt_cel_declarations *declarations, vt_cel_node *tree,
                                vt_cel_issues *issues) {
    checker c = { .rules = rules,
                  .settings = settings,
                  .declarations = declarations,
                  .issues = issues,
                  .arena = issues->arena,
                  .bindings = { .arena = issues->arena, .first_kept = rules->first_type_kept } };
    const vt_cel_type *type = check(&c, tree);
    const vt_cel_type *resolved = vt_cel_type_resolve(&c.bindings, type, true);
    if (issues->count == 0 && !issues->out_of_memory) validate(&c, tree);
    if (!resolved || c.bindings.out_of_memory) issues->out_of_memory = true;
    return issues->count == 0 && !issues->out_of_memory ? resolved : NULL;
}
