/* One expression, and the rules about it: one function each. */
#ifndef VITALS_LINT_EXPRESSION_H
#define VITALS_LINT_EXPRESSION_H

#include "author/lint/lint.h"
#include "cel/syntax/parse.h"

typedef struct vt_lint_expression {
    vitals_lint *lint;
    const char *file;
    vt_text group, kind; /* `kind` empty: all kinds of the group */
    vt_expression_part part;
    vt_text text;
    const vt_source_map *map;
    const vt_cel_node *tree; /* NULL: it does not parse */
} vt_lint_expression;

/* Where a byte of the expression is in its file. */
vt_place vt_lint_expression_place(const vt_lint_expression *expression, uint32_t offset);

/* The tree of an expression in Flux's language; NULL: it does not parse, or out of memory. */
const vt_cel_node *vt_lint_parse_expression(vitals_lint *lint, vt_text text);

/* Report an expression that does not parse because of has(variable); false: it is not that. */
bool vt_lint_has_root(const vt_lint_expression *expression);

/* expression_tree.c: about the tree. */
void vt_lint_vacuous(const vt_lint_expression *expression);
void vt_lint_roots(const vt_lint_expression *expression);
/* expression_fields.c: against the fixtures of the kind. */
void vt_lint_fields(const vt_lint_expression *expression);
/* expression_incomplete.c: evaluated on incomplete objects. */
void vt_lint_incomplete(const vt_lint_expression *expression);

/* Whether the chain a.b.c begins with a variable of that name. */
bool vt_lint_begins_with(const vt_cel_node *node, const char *root);

#endif
