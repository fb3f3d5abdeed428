/* The two validators: literals of mixed types, and format() with a constant string. */
#include "cel/check/validate.h"

#include "cel/library/format.h"

/* CEL-GO: the operand of optMap and optFlatMap is in its tree twice, and so are its issues. How
** often child `index` is there, for a node that is there `times` times. */
static uint32_t times_of_child(const vt_cel_node *node, uint32_t index, uint32_t times) {
    bool is_twice =
        index == 0 && node->kind == VT_CEL_NODE_MACRO &&
        (node->macro == VT_CEL_MACRO_OPTIONAL_MAP || node->macro == VT_CEL_MACRO_OPTIONAL_FLAT_MAP);
    if (!is_twice) return times;
    return times > VT_CEL_MOST_ISSUES ? times : times * 2;
}

/* -------------------------------------------------------- mixed literals */

/* The type of the element that is child `index` of a list, or of a key or value of a map. */
static const vt_cel_type *element_type(vt_cel_checker *c, const vt_cel_node *node, uint32_t index) {
    bool is_map = node->kind == VT_CEL_NODE_MAP;
    bool may_be_optional = node->optionals && (!is_map || index % 2 == 1);
    const vt_cel_type *type = vt_cel_checker_resolve_to_dyn(c, node->children[index]->type);
    bool unwraps = may_be_optional && node->optionals[is_map ? index / 2 : index];
    return unwraps && type->kind == VT_CEL_TYPE_OPTIONAL ? type->parameters[0] : type;
}

/* Compare every `step`-th child with child `first`. CEL-GO: a list has one issue, a map has all. */
static void check_alike(vt_cel_checker *c, const vt_cel_node *node, uint32_t first, uint32_t step,
                        uint32_t times) {
    if (first >= node->child_count) return;
    const vt_cel_type *wanted = element_type(c, node, first);
    for (uint32_t i = first + step; i < node->child_count; i += step) {
        const vt_cel_type *type = element_type(c, node, i);
        if (vt_cel_type_alike(&c->bindings, wanted, type)) continue;
        for (uint32_t reported = 0; reported < times; reported++)
            vt_cel_checker_report_mismatch(c, node->children[i], wanted, type);
        if (node->kind == VT_CEL_NODE_LIST) return;
    }
}

/* CEL-GO: HomogeneousAggregateLiterals. Literals inside format(), at any depth, may be mixed. */
static void check_literals(vt_cel_checker *c, const vt_cel_node *node, uint32_t times) {
    if (node->kind == VT_CEL_NODE_CALL && vt_text_is(node->name, "format")) return;
    if (node->kind == VT_CEL_NODE_LIST) check_alike(c, node, 0, 1, times);
    if (node->kind == VT_CEL_NODE_MAP) {
        check_alike(c, node, 0, 2, times);
        check_alike(c, node, 1, 2, times);
    }
    for (uint32_t i = 0; i < node->child_count; i++)
        check_literals(c, node->children[i], times_of_child(node, i, times));
}

/* --------------------------------------------------------- format strings */

/* One call. */
typedef struct format_check {
    vt_cel_checker *checker;
    const vt_cel_node *call;
    const vt_cel_node *arguments; /* the list */
    uint32_t times;               /* how often each issue is reported */
} format_check;

static void add(const format_check *f, const vt_cel_node *node, vt_text text) {
    vt_cel_issues *issues = f->checker->issues;
    if (vt_text_is_absent(text)) issues->out_of_memory = true;
    for (uint32_t i = 0; i < f->times && !issues->out_of_memory; i++)
        vt_cel_issue_add(issues, node->offset, "%.*s", VT_TEXT_ARG(text));
}

#define BIT(type) (UINT32_C(1) << VT_CEL_TYPE_##type)
#define ANY (BIT(DYN) | BIT(ERROR) | BIT(VARIABLE))
#define INTEGERS (ANY | BIT(INT) | BIT(UINT))

/* The kinds of types that a clause takes, by vt_cel_clause_kind. */
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

/* A wrapper counts as the type that it wraps. */
static const vt_cel_type *type_of(const format_check *f, const vt_cel_node *node) {
    const vt_cel_type *type = vt_cel_checker_resolve_to_dyn(f->checker, node->type);
    return type->kind == VT_CEL_TYPE_WRAPPER ? type->parameters[0] : type;
}

/* The node whose type the clause does not take: the argument itself or, of a literal, an element;
** NULL: there is none. */
static const vt_cel_node *find_misfit(const format_check *f, const vt_cel_clause *clause,
                                      const vt_cel_node *node) {
    if (!(taken[clause->kind] & UINT32_C(1) << type_of(f, node)->kind)) return node;
    bool holds = node->kind == VT_CEL_NODE_LIST || node->kind == VT_CEL_NODE_MAP;
    const vt_cel_node *misfit = NULL;
    for (uint32_t i = 0; holds && !misfit && i < node->child_count; i++)
        misfit = find_misfit(f, clause, node->children[i]);
    return misfit;
}

static bool fits(const format_check *f, const vt_cel_clause *clause, const vt_cel_node *argument) {
    const vt_cel_node *misfit = find_misfit(f, clause, argument);
    if (!misfit) return true;
    vt_text name = vt_cel_type_plain_name(type_of(f, misfit));
    add(f, misfit,
        vt_arena_printf(f->checker->arena, "error during formatting: %s, was given %.*s",
                        clause->refusal, VT_TEXT_ARG(name)));
    return false;
}

/* The clause after a %, for argument `index`. */
static bool check_clause(const format_check *f, vt_text text, size_t *at, uint32_t index) {
    vt_text problem;
    int precision;
    if (*at < text.size && index >= f->arguments->child_count) {
        add(f, f->call, vt_arena_printf(f->checker->arena, "index %u out of range", index));
        return false;
    }
    const vt_cel_clause *clause =
        vt_cel_clause_read(f->checker->arena, text, at, &precision, &problem);
    if (!clause) add(f, f->call, problem);
    return clause && fits(f, clause, f->arguments->children[index]);
}

/* Only the first mistake of a call is reported. */
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
        vt_arena_printf(f->checker->arena,
                        "too many arguments supplied to string.format (expected %u, got %u)", used,
                        given));
}

static bool is_format(const vt_cel_node *node) {
    return node->kind == VT_CEL_NODE_CALL && node->member && node->child_count == 2 &&
           vt_text_is(node->name, "format") && node->children[0]->kind == VT_CEL_NODE_CONSTANT &&
           node->children[0]->constant.kind == VT_CEL_STRING &&
           node->children[1]->kind == VT_CEL_NODE_LIST;
}

/* CEL-GO: inner calls come first. */
static void check_formats(format_check *f, const vt_cel_node *node, uint32_t times) {
    for (uint32_t i = 0; i < node->child_count; i++)
        check_formats(f, node->children[i], times_of_child(node, i, times));
    if (!is_format(node)) return;
    f->call = node;
    f->arguments = node->children[1];
    f->times = times;
    check_call(f, vt_cel_text(node->children[0]->constant));
}

/* ------------------------------------------------------------ entry point */

void vt_cel_validate(vt_cel_checker *c, const vt_cel_node *tree) {
    format_check formats = { .checker = c };
    vt_cel_bindings_compress(&c->bindings);
    if (c->rules->mixed_literals_refused) check_literals(c, tree, 1);
    if (c->rules->formats_checked) check_formats(&formats, tree, 1);
}
