/* Scopes, names, types and issues of a type check. */
#include "cel/check/checker.h"

/* ----------------------------------------------------------------- types */

const vt_cel_type *vt_cel_checker_out_of_memory(vt_cel_checker *c) {
    c->issues->out_of_memory = true;
    return &vt_cel_error_type;
}

const vt_cel_type *vt_cel_checker_make(vt_cel_checker *c, vt_cel_type_kind kind,
                                       const vt_cel_type *first, const vt_cel_type *second) {
    const vt_cel_type *type = vt_cel_type_make(c->arena, kind, first, second);
    return type ? type : vt_cel_checker_out_of_memory(c);
}

const vt_cel_type *vt_cel_checker_make_message(vt_cel_checker *c, const vt_cel_named *named) {
    const vt_cel_type message = { .kind = VT_CEL_TYPE_NAMED, .named = named };
    const vt_cel_type *type = vt_cel_type_with(c->arena, &message, message.parameters);
    return type ? type : vt_cel_checker_out_of_memory(c);
}

const vt_cel_type *vt_cel_checker_resolve(vt_cel_checker *c, const vt_cel_type *type) {
    const vt_cel_type *resolved = vt_cel_type_resolve(&c->bindings, type, false);
    return resolved ? resolved : vt_cel_checker_out_of_memory(c);
}

const vt_cel_type *vt_cel_checker_fresh(vt_cel_checker *c) {
    const vt_cel_type *variable = vt_cel_type_fresh(&c->bindings);
    return variable ? variable : vt_cel_checker_out_of_memory(c);
}

const vt_cel_type *vt_cel_checker_resolve_to_dyn(vt_cel_checker *c, const vt_cel_type *type) {
    const vt_cel_type *resolved = vt_cel_type_resolve(&c->bindings, type, true);
    return resolved ? resolved : vt_cel_checker_out_of_memory(c);
}

bool vt_cel_checker_fits(vt_cel_checker *c, const vt_cel_type *to, const vt_cel_type *from) {
    uint32_t mark = c->bindings.undo_count;
    if (vt_cel_type_assignable(&c->bindings, to, from)) return true;
    vt_cel_bindings_back_to(&c->bindings, mark);
    return false;
}

/* ---------------------------------------------------------------- issues */

/* Of types in one issue: a few parts with long declared names could add up to gigabytes. */
#define MOST_TEXT_BYTES 16384

static void append_type(vt_cel_checker *c, vt_buffer *text, const vt_cel_type *type) {
    if (c->issues->count >= VT_CEL_MOST_ISSUES || text->failed) return;
    vt_cel_type_append(text, type);
}

/* The text in the arena, with dots where it was cut. */
static vt_text take_text(vt_cel_checker *c, vt_buffer *text) {
    const char *format = text->over_ceiling ? "%.*s..." : "%.*s";
    vt_text copy = vt_arena_printf(c->arena, format, VT_TEXT_ARG(vt_buffer_text(text)));
    if (vt_text_is_absent(copy) || (text->failed && !text->over_ceiling))
        vt_cel_checker_out_of_memory(c);
    vt_buffer_done(text);
    return copy;
}

vt_text vt_cel_checker_type_text(vt_cel_checker *c, const vt_cel_type *type) {
    vt_buffer text;
    vt_buffer_init(&text, &c->arena->allocator, MOST_TEXT_BYTES);
    append_type(c, &text, type);
    return take_text(c, &text);
}

static void append_arguments(vt_cel_checker *c, vt_buffer *text, const vt_cel_arguments *given) {
    uint32_t first = 0;
    if (given->member && given->count > 0) {
        append_type(c, text, vt_cel_checker_resolve_to_dyn(c, given->types[0]));
        vt_buffer_add_byte(text, '.');
        first = 1;
    }
    vt_buffer_add_byte(text, '(');
    for (uint32_t i = first; i < given->count; i++) {
        if (i > first) vt_buffer_add(text, VT_TEXT(", "));
        append_type(c, text, vt_cel_checker_resolve_to_dyn(c, given->types[i]));
    }
    vt_buffer_add_byte(text, ')');
}

vt_text vt_cel_checker_arguments_text(vt_cel_checker *c, const vt_cel_arguments *given) {
    vt_buffer text;
    vt_buffer_init(&text, &c->arena->allocator, MOST_TEXT_BYTES);
    append_arguments(c, &text, given);
    return take_text(c, &text);
}

void vt_cel_checker_report_mismatch(vt_cel_checker *c, const vt_cel_node *node,
                                    const vt_cel_type *wanted, const vt_cel_type *found) {
    vt_text a = vt_cel_checker_type_text(c, wanted), b = vt_cel_checker_type_text(c, found);
    vt_cel_issue_add(c->issues, node->offset, "expected type '%.*s' but found '%.*s'",
                     VT_TEXT_ARG(a), VT_TEXT_ARG(b));
}

const vt_cel_type *vt_cel_checker_report_undeclared(vt_cel_checker *c, const vt_cel_node *node,
                                                    vt_text name) {
    vt_cel_issue_add(
        c->issues, node->offset, "undeclared reference to '%s%.*s' (in container '%.*s')",
        node->rooted ? "." : "", VT_TEXT_ARG(name), VT_TEXT_ARG(c->settings->container));
    return &vt_cel_error_type;
}

/* ----------------------------------------------------------------- names */

/* Absent when memory runs out. */
static vt_text join_name(vt_cel_checker *c, vt_text head, vt_text last) {
    vt_text name = vt_cel_name_join(c->arena, head, last);
    if (vt_text_is_absent(name)) vt_cel_checker_out_of_memory(c);
    return name;
}

const vt_cel_type *vt_cel_checker_find_local(const vt_cel_checker *c, vt_text name) {
    for (const vt_cel_scope *d = c->scope; d && vt_cel_issues_charge(c->issues, 1); d = d->outer) {
        if (vt_text_equal(d->name, name)) return d->type;
    }
    return NULL;
}

static const vt_cel_type *find_declared(const vt_cel_checker *c, vt_text name) {
    const vt_cel_type *type = vt_cel_declared_variable(c->declarations, name);
    if (type) return type;
    for (uint32_t i = 0; i < c->settings->variable_count; i++) {
        if (vt_text_equal(c->settings->variables[i], name)) return c->settings->variable_types[i];
    }
    return NULL;
}

/* The type that an identifier such as `int` or `google.protobuf.Duration` stands for. */
static const vt_cel_type *type_of_name(vt_cel_checker *c, vt_text name) {
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
            return vt_cel_checker_make(c, VT_CEL_TYPE_TYPE, simple[i].type, NULL);
    }
    static const vt_cel_type any_type = { VT_CEL_TYPE_TYPE, 0, { NULL }, NULL };
    const vt_cel_type *inner = vt_text_is(name, "type") ? &any_type : &vt_cel_dyn;
    if (vt_text_is(name, "list"))
        inner = vt_cel_checker_make(c, VT_CEL_TYPE_LIST, &vt_cel_dyn, NULL);
    if (vt_text_is(name, "map"))
        inner = vt_cel_checker_make(c, VT_CEL_TYPE_MAP, &vt_cel_dyn, &vt_cel_dyn);
    if (vt_text_is(name, "optional_type"))
        inner = vt_cel_checker_make(c, VT_CEL_TYPE_OPTIONAL, &vt_cel_dyn, NULL);
    return vt_cel_checker_make(c, VT_CEL_TYPE_TYPE, inner, NULL);
}

/* The full names that a name may stand for: with each prefix of the container, the longest first,
** then alone. */
typedef struct candidates {
    vt_text name, container;
    vt_arena_mark mark; /* the last full name is written after it */
    bool done;
} candidates;

static candidates candidates_of(const vt_cel_checker *c, vt_text name, bool rooted) {
    return (candidates){ name, rooted ? VT_TEXT_ABSENT : c->settings->container,
                         vt_arena_mark_here(c->arena), false };
}

/* Reuses the memory of the previous full name; nothing may be allocated in between. */
static bool next_candidate(vt_cel_checker *c, candidates *of, vt_text *full) {
    vt_text container = of->container;
    if (!vt_cel_issues_charge(c->issues, 1 + (container.size + of->name.size) / 10)) return false;
    vt_arena_back_to(c->arena, of->mark);
    if (of->done) return false;
    of->done = container.size == 0;
    *full = of->done ? of->name : join_name(c, container, of->name);
    if (vt_text_is_absent(*full)) return false;
    of->container = vt_cel_name_parent(container);
    return true;
}

static const vt_cel_named *find_named(vt_cel_checker *c, vt_text name, bool rooted) {
    candidates names = candidates_of(c, name, rooted);
    const vt_cel_named *named = NULL;
    for (vt_text full; !named && next_candidate(c, &names, &full);)
        named = vt_cel_declared_type(c->declarations, full);
    return named;
}

const vt_cel_type *vt_cel_checker_find_global(vt_cel_checker *c, vt_text name, bool rooted) {
    candidates names = candidates_of(c, name, rooted);
    const vt_cel_type *type = NULL;
    for (vt_text full; !type && next_candidate(c, &names, &full);) type = find_declared(c, full);
    if (type) return type;
    const vt_cel_named *named = find_named(c, name, rooted);
    if (!named || !named->is_message) return type_of_name(c, name);
    return vt_cel_checker_make(c, VT_CEL_TYPE_TYPE, vt_cel_checker_make_message(c, named), NULL);
}

const vt_cel_type *vt_cel_checker_find_name(vt_cel_checker *c, vt_text name, bool rooted) {
    bool sees_locals = !rooted || c->rules->dotted_names_first;
    const vt_cel_type *type = sees_locals ? vt_cel_checker_find_local(c, name) : NULL;
    return type ? type : vt_cel_checker_find_global(c, name, rooted);
}

bool vt_cel_checker_qualified_name(vt_cel_checker *c, const vt_cel_node *node, vt_text *name) {
    if (!vt_cel_node_qualified_name(c->arena, node, name)) return false;
    if (vt_text_is_absent(*name)) vt_cel_checker_out_of_memory(c);
    return !vt_text_is_absent(*name);
}

/* ------------------------------------------------------------- functions */

bool vt_cel_checker_find_functions(vt_cel_checker *c, bool rooted, vt_text *name,
                                   vt_cel_functions *out) {
    candidates names = candidates_of(c, *name, rooted);
    if (!vt_cel_issues_charge(c->issues, VT_CEL_COST_OF_LOOKUP)) return false;
    bool known = vt_cel_overloads_find(c->rules->mask, *name, &out->rows);
    out->declared = NULL;
    for (vt_text full; !out->declared && next_candidate(c, &names, &full);) {
        out->declared = vt_cel_declared_function(c->declarations, full);
        if (out->declared && !known) *name = full;
    }
    return known || out->declared;
}

bool vt_cel_checker_find_qualified(vt_cel_checker *c, vt_cel_node *node, vt_cel_functions *found) {
    vt_text scope;
    if (!node->member || !vt_cel_checker_qualified_name(c, node->children[0], &scope)) return false;
    vt_text name = join_name(c, scope, node->name);
    if (vt_text_is_absent(name) ||
        !vt_cel_checker_find_functions(c, vt_cel_node_is_rooted(node->children[0]), &name, found))
        return false;
    node->name = name;
    node->children++;
    node->child_count--;
    node->member = false;
    return true;
}
