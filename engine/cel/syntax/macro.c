/* One row for each macro: its environments, how it is called, and what it expands to. */
#include "cel/syntax/macro.h"

#include "cel/function.h"

typedef struct expansion {
    vt_cel_issues *issues;
    vt_cel_node *call;
    vt_cel_node **arguments; /* without the receiver */
    uint32_t count;
    const struct macro *macro;
} expansion;

typedef struct macro {
    const char *scope; /* "cel" for cel.bind, NULL for e.all, "" for has */
    vt_text name;
    int count; /* of arguments without the receiver; -1: any */
    vt_cel_node *(*expand)(const expansion *e);
    int32_t variant; /* of `expand`: mostly a vt_cel_macro */
    uint32_t environments;
} macro;

static vt_cel_node *refuse(const expansion *e, const vt_cel_node *at, const char *text) {
    vt_cel_issue_add(e->issues, at->offset, "%s", text);
    return NULL;
}

/* ------------------------------------------------------------------- has */

static vt_cel_node *expand_has(const expansion *e) {
    vt_cel_node *field = e->arguments[0];
    if (field->kind == VT_CEL_NODE_HAS) return field; /* CEL-GO: it is still a select */
    if (field->kind != VT_CEL_NODE_SELECT || field->optional) {
        return refuse(e, field, "invalid argument to has() macro");
    }
    field->kind = VT_CEL_NODE_HAS;
    return field;
}

/* ----------------------------------------------------------------- loops */

static bool is_accumulator(vt_text name) {
    return vt_text_is(name, "__result__") || vt_text_is(name, "@result");
}

/* A macro node whose children are the receiver and the arguments after the first `variables`. */
static vt_cel_node *new_macro(const expansion *e, vt_cel_macro which, uint32_t variables) {
    uint32_t children = e->count - variables + 1;
    vt_cel_node *node = vt_cel_node_new(e->issues->arena, VT_CEL_NODE_MACRO, children);
    if (!node) return NULL;
    node->macro = (uint8_t)which;
    node->children[0] = e->call->children[0];
    for (uint32_t i = 1; i < children; i++) node->children[i] = e->arguments[variables + i - 1];
    for (uint32_t i = 0; i < variables; i++) node->variables[i] = e->arguments[i]->name;
    node->has_filter = e->count == variables + 2;
    vt_cel_node_measure(node);
    return node;
}

static bool check_variable(const expansion *e, uint32_t index, const char *problem) {
    const vt_cel_node *variable = e->arguments[index];
    if (variable->kind != VT_CEL_NODE_IDENTIFIER || variable->rooted) {
        refuse(e, variable, problem);
        return false;
    }
    if (!is_accumulator(variable->name)) return true;
    refuse(e, variable, "iteration variable overwrites accumulator variable");
    return false;
}

/* e.all(x, p), e.exists(x, p), e.exists_one(x, p) */
static vt_cel_node *expand_quantifier(const expansion *e) {
    if (!check_variable(e, 0, "argument must be a simple name")) return NULL;
    return new_macro(e, (vt_cel_macro)e->macro->variant, 1);
}

/* e.map(x, t), e.map(x, p, t), e.filter(x, p) */
static vt_cel_node *expand_list(const expansion *e) {
    if (!check_variable(e, 0, "argument is not an identifier")) return NULL;
    return new_macro(e, (vt_cel_macro)e->macro->variant, 1);
}

/* e.all(k, v, p), e.transformList(k, v, t), e.transformMap(k, v, p, t), … */
static vt_cel_node *expand_pairs(const expansion *e) {
    for (uint32_t i = 0; i < 2; i++) {
        if (!check_variable(e, i, "argument must be a simple name")) return NULL;
    }
    vt_text name = e->arguments[1]->name;
    if (vt_text_equal(e->arguments[0]->name, name)) {
        vt_cel_issue_add(e->issues, e->arguments[1]->offset, "duplicate variable name: %.*s",
                         VT_TEXT_ARG(name));
        return NULL;
    }
    return new_macro(e, (vt_cel_macro)e->macro->variant, 2);
}

/* o.optMap(x, e), o.optFlatMap(x, e) */
static vt_cel_node *expand_optional(const expansion *e) {
    const vt_cel_node *variable = e->arguments[0];
    if (variable->kind != VT_CEL_NODE_IDENTIFIER || variable->rooted) {
        vt_cel_issue_add(e->issues, variable->offset,
                         "%s() variable name must be a simple identifier", e->macro->name.bytes);
        return NULL;
    }
    return new_macro(e, (vt_cel_macro)e->macro->variant, 1);
}

/* -------------------------------------------------------- bind and block */

/* cel.bind(x, init, body) */
static vt_cel_node *expand_bind(const expansion *e) {
    if (e->arguments[0]->kind != VT_CEL_NODE_IDENTIFIER) {
        return refuse(e, e->arguments[0], "cel.bind() variable names must be simple identifiers");
    }
    vt_cel_node *node = vt_cel_node_new(e->issues->arena, VT_CEL_NODE_MACRO, 2);
    if (!node) return NULL;
    node->macro = VT_CEL_MACRO_BIND;
    node->variables[0] = e->arguments[0]->name;
    node->children[0] = e->arguments[1];
    node->children[1] = e->arguments[2];
    vt_cel_node_measure(node);
    return node;
}

/* cel.block([slot, …], body) */
static vt_cel_node *expand_block(const expansion *e) {
    const vt_cel_node *slots = e->arguments[0];
    if (slots->kind != VT_CEL_NODE_LIST || slots->optionals) {
        return refuse(e, slots, "cel.block requires the first arg to be a list literal");
    }
    uint32_t count = slots->child_count;
    vt_cel_node *node = vt_cel_node_new(e->issues->arena, VT_CEL_NODE_MACRO, count + 1);
    if (!node) return NULL;
    node->macro = VT_CEL_MACRO_BLOCK;
    for (uint32_t i = 0; i < count; i++) node->children[i] = slots->children[i];
    node->children[count] = e->arguments[1];
    vt_cel_node_measure(node);
    return node;
}

/* cel.index(N), cel.iterVar(N, M), cel.accuVar(N, M): names that cannot be written */
static vt_cel_node *expand_name(const expansion *e) {
    int64_t numbers[2] = { 0, 0 };
    for (uint32_t i = 0; i < e->count; i++) {
        const vt_cel_node *number = e->arguments[i];
        if (number->kind != VT_CEL_NODE_CONSTANT || number->constant.kind != VT_CEL_INT ||
            number->constant.as.integer < 0) {
            return refuse(e, number, "argument must be a non-negative int literal");
        }
        numbers[i] = number->constant.as.integer;
    }
    static const char *const formats[] = { "@index%lld", "@it:%lld:%lld", "@ac:%lld:%lld" };
    vt_cel_node *node = vt_cel_node_new(e->issues->arena, VT_CEL_NODE_IDENTIFIER, 0);
    if (!node) return NULL;
    node->name = vt_arena_printf(e->issues->arena, formats[e->macro->variant],
                                 (long long)numbers[0], (long long)numbers[1]);
    return vt_text_is_absent(node->name) ? NULL : node;
}

/* ------------------------------------------------------------------ sort */

static bool may_be_sorted(const vt_cel_node *node) {
    return node->kind == VT_CEL_NODE_LIST || node->kind == VT_CEL_NODE_SELECT ||
           node->kind == VT_CEL_NODE_HAS || node->kind == VT_CEL_NODE_IDENTIFIER ||
           node->kind == VT_CEL_NODE_MACRO || node->kind == VT_CEL_NODE_CALL;
}

static vt_cel_node *new_identifier(const expansion *e, vt_text name) {
    vt_cel_node *node = vt_cel_node_new(e->issues->arena, VT_CEL_NODE_IDENTIFIER, 0);
    if (node) node->name = name;
    return node;
}

/* e.sortBy(x, key) is cel.bind(@list, e, @list.@sortByAssociatedKeys(@list.map(x, key))). */
static vt_cel_node *expand_sort_by(const expansion *e) {
    vt_arena *arena = e->issues->arena;
    static const vt_text name = VT_TEXT_INIT("@__sortBy_input__");
    if (!may_be_sorted(e->call->children[0])) {
        return refuse(e, e->call->children[0],
                      "sortBy can only be applied to a list, identifier, comprehension, call or "
                      "select expression");
    }
    if (!check_variable(e, 0, "argument is not an identifier")) return NULL;
    vt_cel_node *keys = new_macro(e, VT_CEL_MACRO_MAP, 1);
    vt_cel_node *sorted = vt_cel_node_new(arena, VT_CEL_NODE_CALL, 2);
    vt_cel_node *bound = vt_cel_node_new(arena, VT_CEL_NODE_MACRO, 2);
    vt_cel_node *list = new_identifier(e, name), *again = new_identifier(e, name);
    if (!keys || !sorted || !bound || !list || !again) return NULL;
    list->offset = again->offset = keys->offset = sorted->offset = e->call->offset;
    bound->macro = VT_CEL_MACRO_BIND;
    bound->variables[0] = name;
    bound->children[0] = keys->children[0];
    keys->children[0] = list;
    vt_cel_node_measure(keys);
    sorted->name = VT_TEXT("@sortByAssociatedKeys");
    sorted->member = true;
    sorted->children[0] = again;
    sorted->children[1] = keys;
    vt_cel_node_measure(sorted);
    bound->children[1] = sorted;
    vt_cel_node_measure(bound);
    return bound;
}

/* ------------------------------------------------------------------ math */

static bool is_simple_non_number(const vt_cel_node *node) {
    if (node->kind == VT_CEL_NODE_CONSTANT) return !vt_cel_is_number(node->constant);
    return node->kind == VT_CEL_NODE_LIST || node->kind == VT_CEL_NODE_MAP ||
           node->kind == VT_CEL_NODE_MESSAGE;
}

/* A single argument is a number, or a list whose literal elements are numbers. */
static bool is_good_single(const vt_cel_node *node) {
    if (node->kind != VT_CEL_NODE_LIST) return !is_simple_non_number(node);
    for (uint32_t i = 0; i < node->child_count; i++) {
        if (is_simple_non_number(node->children[i])) return false;
    }
    return node->child_count > 0;
}

static vt_cel_node *refuse_math(const expansion *e, const vt_cel_node *at, const char *problem) {
    vt_cel_issue_add(e->issues, at->offset, "math.%s() %s", e->macro->name.bytes, problem);
    return NULL;
}

/* math.greatest(a, …), math.least(a, …): three or more become one list */
static vt_cel_node *expand_extreme(const expansion *e) {
    if (e->count == 0)
        return refuse_math(e, e->call->children[0], "requires at least one argument");
    if (e->count == 1 && !is_good_single(e->arguments[0])) {
        return refuse_math(e, e->arguments[0], "invalid single argument value");
    }
    for (uint32_t i = 0; e->count > 1 && i < e->count; i++) {
        if (is_simple_non_number(e->arguments[i])) {
            return refuse_math(e, e->arguments[i], "simple literal arguments must be numeric");
        }
    }
    vt_arena *arena = e->issues->arena;
    uint32_t count = e->count > 2 ? 1 : e->count;
    vt_cel_node *node = vt_cel_node_new(arena, VT_CEL_NODE_CALL, count);
    if (!node) return NULL;
    node->name = e->macro->variant > 0 ? VT_TEXT("math.@max") : VT_TEXT("math.@min");
    vt_cel_node **into = node->children;
    if (e->count > 2) {
        vt_cel_node *list = vt_cel_node_new(arena, VT_CEL_NODE_LIST, e->count);
        if (!list) return NULL;
        list->offset = e->call->offset;
        node->children[0] = list;
        into = list->children;
    }
    memcpy(into, e->arguments, e->count * sizeof *into);
    if (e->count > 2) vt_cel_node_measure(node->children[0]);
    vt_cel_node_measure(node);
    return node;
}

/* ----------------------------------------------------------------- table */

#define ALL VT_CEL_IN_ALL
#define OPTIONALS (VT_CEL_IN_ALL & ~VT_CEL_IN_STANDARD)
#define PAIRS (VT_CEL_IN_SPEC | VT_CEL_IN_KRO | VT_CEL_IN_SINCE(32))
#define SORTS (VT_CEL_IN_KRO | VT_CEL_IN_SINCE(34))
#define BINDS (VT_CEL_IN_SPEC | VT_CEL_IN_KRO)
#define SPEC VT_CEL_IN_SPEC

/* clang-format off */
static const macro macros[] = {
    { "",     VT_TEXT_INIT("has"),               1, expand_has,        0,                              ALL },
    { NULL,   VT_TEXT_INIT("all"),               2, expand_quantifier, VT_CEL_MACRO_ALL,               ALL },
    { NULL,   VT_TEXT_INIT("exists"),            2, expand_quantifier, VT_CEL_MACRO_EXISTS,            ALL },
    { NULL,   VT_TEXT_INIT("exists_one"),        2, expand_quantifier, VT_CEL_MACRO_EXISTS_ONE,        ALL },
    { NULL,   VT_TEXT_INIT("map"),               2, expand_list,       VT_CEL_MACRO_MAP,               ALL },
    { NULL,   VT_TEXT_INIT("map"),               3, expand_list,       VT_CEL_MACRO_MAP,               ALL },
    { NULL,   VT_TEXT_INIT("filter"),            2, expand_list,       VT_CEL_MACRO_FILTER,            ALL },
    { NULL,   VT_TEXT_INIT("optMap"),            2, expand_optional,   VT_CEL_MACRO_OPTIONAL_MAP,      OPTIONALS },
    { NULL,   VT_TEXT_INIT("optFlatMap"),        2, expand_optional,   VT_CEL_MACRO_OPTIONAL_FLAT_MAP, OPTIONALS },
    { NULL,   VT_TEXT_INIT("all"),               3, expand_pairs,      VT_CEL_MACRO_ALL,               PAIRS },
    { NULL,   VT_TEXT_INIT("exists"),            3, expand_pairs,      VT_CEL_MACRO_EXISTS,            PAIRS },
    { NULL,   VT_TEXT_INIT("exists_one"),        3, expand_pairs,      VT_CEL_MACRO_EXISTS_ONE,        PAIRS },
    { NULL,   VT_TEXT_INIT("existsOne"),         3, expand_pairs,      VT_CEL_MACRO_EXISTS_ONE,        PAIRS },
    { NULL,   VT_TEXT_INIT("transformList"),     3, expand_pairs,      VT_CEL_MACRO_MAP,               PAIRS },
    { NULL,   VT_TEXT_INIT("transformList"),     4, expand_pairs,      VT_CEL_MACRO_MAP,               PAIRS },
    { NULL,   VT_TEXT_INIT("transformMap"),      3, expand_pairs,      VT_CEL_MACRO_TRANSFORM_MAP,     PAIRS },
    { NULL,   VT_TEXT_INIT("transformMap"),      4, expand_pairs,      VT_CEL_MACRO_TRANSFORM_MAP,     PAIRS },
    { NULL,   VT_TEXT_INIT("transformMapEntry"), 3, expand_pairs,      VT_CEL_MACRO_TRANSFORM_ENTRY,   PAIRS },
    { NULL,   VT_TEXT_INIT("transformMapEntry"), 4, expand_pairs,      VT_CEL_MACRO_TRANSFORM_ENTRY,   PAIRS },
    { NULL,   VT_TEXT_INIT("sortBy"),            2, expand_sort_by,    0,                              SORTS },
    { "cel",  VT_TEXT_INIT("bind"),              3, expand_bind,       VT_CEL_MACRO_BIND,              BINDS },
    { "cel",  VT_TEXT_INIT("block"),             2, expand_block,      VT_CEL_MACRO_BLOCK,             SPEC },
    { "cel",  VT_TEXT_INIT("index"),             1, expand_name,       0,                              SPEC },
    { "cel",  VT_TEXT_INIT("iterVar"),           2, expand_name,       1,                              SPEC },
    { "cel",  VT_TEXT_INIT("accuVar"),           2, expand_name,       2,                              SPEC },
    { "math", VT_TEXT_INIT("greatest"),         -1, expand_extreme,    1,                              SPEC },
    { "math", VT_TEXT_INIT("least"),            -1, expand_extreme,    -1,                             SPEC },
};
/* clang-format on */

/* Whether the call has the form of the row: has(…), e.all(…) or cel.bind(…). */
static bool fits_scope(const macro *row, const vt_cel_node *call) {
    if (row->scope == NULL) return call->member;
    if (row->scope[0] == '\0') return !call->member && !call->rooted;
    if (!call->member) return false;
    const vt_cel_node *scope = call->children[0];
    return scope->kind == VT_CEL_NODE_IDENTIFIER && !scope->rooted &&
           vt_text_is(scope->name, row->scope);
}

vt_cel_node *vt_cel_macro_expand(uint32_t environment, vt_cel_issues *issues, vt_cel_node *call) {
    uint32_t count = call->child_count - call->member;
    for (size_t i = 0; i < sizeof macros / sizeof macros[0]; i++) {
        const macro *row = &macros[i];
        if (!(row->environments & environment) ||
            (row->count >= 0 && (uint32_t)row->count != count) ||
            !vt_text_equal(call->name, row->name) || !fits_scope(row, call)) {
            continue;
        }
        vt_cel_node **arguments = call->children ? call->children + call->member : NULL;
        expansion e = { issues, call, arguments, count, row };
        return row->expand(&e);
    }
    return call;
}
