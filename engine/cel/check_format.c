/* Calls of format() with a constant string and a list that is written out. */
#include "cel/check_format.h"

#include "cel/clause.h"

/* One call. */
typedef struct format_check {
    vt_cel_bindings *bindings;
    vt_cel_issues *issues;
    const vt_cel_node *call;
    const vt_cel_node *arguments; /* the list */
    uint32_t times;               /* how often each issue is told */
} format_check;

static void add(const format_check *f, const vt_cel_node *node, vt_text text) {
    if (vt_text_is_absent(text)) f->issues->out_of_memory = true;
    for (uint32_t i = 0; i < f->times && !f->issues->out_of_memory; i++)
        vt_cel_issue_add(f->issues, node->offset, "%.*s", VT_TEXT_ARG(text));
}

/* ----------------------------------------------------------------- types */

#define BIT(type) (UINT32_C(1) << VT_CEL_TYPE_##type)
#define ANY (BIT(DYN) | BIT(ERROR) | BIT(VARIABLE))
#define INTEGERS (ANY | BIT(INT) | BIT(UINT))

/* The types of arguments that a clause takes. */
static const uint32_t taken[] = {
    [VT_CEL_CLAUSE_STRING] = INTEGERS | BIT(DOUBLE) | BIT(BOOL) | BIT(STRING) | BIT(BYTES) |
                             BIT(TIMESTAMP) | BIT(DURATION) | BIT(TYPE) | BIT(NULL) | BIT(LIST) |
                             BIT(MAP),
    [VT_CEL_CLAUSE_DECIMAL] = INTEGERS | BIT(DOUBLE),
    [VT_CEL_CLAUSE_FIXED] = INTEGERS | BIT(DOUBLE),
    [VT_CEL_CLAUSE_SCIENTIFIC] = INTEGERS | BIT(DOUBLE),
    [VT_CEL_CLAUSE_BINARY] = INTEGERS | BIT(BOOL),
    [VT_CEL_CLAUSE_OCTAL] = INTEGERS,
    [VT_CEL_CLAUSE_LOWER_HEX] = INTEGERS | BIT(STRING) | BIT(BYTES),
    [VT_CEL_CLAUSE_UPPER_HEX] = INTEGERS | BIT(STRING) | BIT(BYTES),
};

/* What a value of the node is; a wrapper is as what it wraps. */
static const vt_cel_type *type_of(const format_check *f, const vt_cel_node *node) {
    const vt_cel_type *type = vt_cel_type_resolve(f->bindings, node->type, true);
    if (!type) f->issues->out_of_memory = true;
    if (!type) return &vt_cel_error_type;
    return type->kind == VT_CEL_TYPE_WRAPPER ? type->parameters[0] : type;
}

/* The node that the clause cannot take: the argument, for %s also what a literal holds; or NULL. */
static const vt_cel_node *find_misfit(const format_check *f, const vt_cel_clause *clause,
                                      const vt_cel_node *node) {
    if (!(taken[clause->kind] & UINT32_C(1) << type_of(f, node)->kind)) return node;
    bool holds = node->kind == VT_CEL_NODE_LIST || node->kind == VT_CEL_NODE_MAP;
    const vt_cel_node *misfit = NULL;
    for (uint32_t i = 0; holds && !misfit && i < node->child_count; i++)
        misfit = find_misfit(f, clause, node->children[i]);
    return misfit;
}

/* --------------------------------------------------------------- clauses */

static bool fits(const format_check *f, const vt_cel_clause *clause, const vt_cel_node *argument) {
    const vt_cel_node *misfit = find_misfit(f, clause, argument);
    if (!misfit) return true;
    vt_text name = vt_cel_type_plain_name(type_of(f, misfit));
    add(f, misfit,
        vt_arena_printf(f->issues->arena, "error during formatting: %s, was given %.*s",
                        clause->refusal, VT_TEXT_ARG(name)));
    return false;
}

/* One clause behind its %, which is for argument number `index`. */
static bool check_clause(const format_check *f, vt_text text, size_t *at, uint32_t index) {
    vt_text problem;
    int precision;
    if (*at < text.size && index >= f->arguments->child_count) {
        add(f, f->call, vt_arena_printf(f->issues->arena, "index %u out of range", index));
        return false;
    }
    const vt_cel_clause *clause =
        vt_cel_clause_read(f->issues->arena, text, at, &precision, &problem);
    if (!clause) add(f, f->call, problem);
    return clause && fits(f, clause, f->arguments->children[index]);
}

/* Only the first mistake of a call is told. */
static void check_call(const format_check *f, vt_text text) {
    uint32_t used = 0, given = f->arguments->child_count;
    for (size_t at = 0; at < text.size;) {
        if (text.bytes[at++] != '%') continue;
        bool is_escape = at < text.size && text.bytes[at] == '%';
        if (is_escape)
            at++;
        else if (!check_clause(f, text, &at, used++))
            return;
    }
    if (given <= used) return;
    add(f, f->call,
        vt_arena_printf(f->issues->arena,
                        "too many arguments supplied to string.format (expected %u, got %u)", used,
                        given));
}

/* ------------------------------------------------------------------ tree */

static bool is_format(const vt_cel_node *node) {
    return node->kind == VT_CEL_NODE_CALL && node->member && node->child_count == 2 &&
           vt_text_is(node->name, "format") && node->children[0]->kind == VT_CEL_NODE_CONSTANT &&
           node->children[0]->constant.kind == VT_CEL_STRING &&
           node->children[1]->kind == VT_CEL_NODE_LIST;
}

uint32_t vt_cel_times_of_child(const vt_cel_node *node, uint32_t index, uint32_t times) {
    bool is_twice =
        index == 0 && node->kind == VT_CEL_NODE_MACRO &&
        (node->macro == VT_CEL_MACRO_OPTIONAL_MAP || node->macro == VT_CEL_MACRO_OPTIONAL_FLAT_MAP);
    if (!is_twice) return times;
    return times > VT_CEL_MOST_ISSUES ? times : times * 2;
}

/* CEL-GO: inner calls come first. */
static void walk(format_check *f, const vt_cel_node *node, uint32_t times) {
    for (uint32_t i = 0; i < node->child_count; i++)
        walk(f, node->children[i], vt_cel_times_of_child(node, i, times));
    if (!is_format(node)) return;
    f->call = node;
    f->arguments = node->children[1];
    f->times = times;
    check_call(f, vt_cel_text(node->children[0]->constant));
}

void vt_cel_check_formats(vt_cel_bindings *bindings, const vt_cel_node *tree,
                          vt_cel_issues *issues) {
    format_check f = { .bindings = bindings, .issues = issues };
    walk(&f, tree, 1);
}
