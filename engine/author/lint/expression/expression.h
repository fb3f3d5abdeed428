/* One expression, and the rules about it: one function each. */
#ifndef VITALS_LINT_EXPRESSION_H
#define VITALS_LINT_EXPRESSION_H

#include "author/lint/lint.h"
#include "cel/syntax/parse.h"

/* How declared types of objects begin; a number follows. */
#define VT_LINT_OBJECT_TYPE "Object_"

/* The rules that an entry has broken. One says it of all its expressions. */
typedef struct vt_lint_entry {
    bool found[VT_LINT_RULE_COUNT];
} vt_lint_entry;

typedef struct vt_lint_expression {
    vitals_lint *lint;
    const char *file;
    vt_text group, version, kind; /* `kind` empty: all kinds of the group */
    vt_expression_part part;
    vt_text text;
    const vt_source_map *map;
    const vt_cel_node *tree; /* NULL: it does not parse */
    const vt_schema *schema; /* of the object's kind, or the generic one if the kind has none */
    bool typed;              /* the kind has one */
    vt_lint_entry *entry;
    bool found; /* something was said of it */
} vt_lint_expression;

/* Where a byte of the expression is in its file. */
vt_place vt_lint_expression_place(const vt_lint_expression *expression, uint32_t offset);
/* Add a finding at a byte of the expression, as vt_lint_add does. */
void vt_lint_expression_add(vt_lint_expression *expression, vt_lint_rule_id rule, uint32_t offset,
                            vt_text advice, const char *format, ...) VITALS_PRINTF(5, 6);
/* The same for a rule that is reported once an entry. */
void vt_lint_expression_add_once(vt_lint_expression *expression, vt_lint_rule_id rule,
                                 uint32_t offset, const char *text);
/* Find the schema of the kind. */
void vt_lint_expression_type(vt_lint_expression *expression);

/* The tree of an expression in Flux's language; NULL: it does not parse, or out of memory. */
const vt_cel_node *vt_lint_parse_expression(vitals_lint *lint, vt_text text);

/* Report an expression that does not parse because of has(variable); false: it is not that. */
bool vt_lint_has_root(vt_lint_expression *expression);

/* expression_tree.c: about the tree. */
void vt_lint_vacuous(vt_lint_expression *expression);
/* expression_types.c: by the schema of the kind. */
void vt_lint_types(vt_lint_expression *expression);
/* expression_declare.c: the declarations of an object of the schema, for vt_cel_remarks_of. */
vt_text vt_lint_declare(const vt_lint_expression *expression);
/* expression_values.c: values that a field never has; the field that is meant by the one at a byte. */
void vt_lint_values(vt_lint_expression *expression);
vt_text vt_lint_nearest_field(const vt_lint_expression *expression, uint32_t offset);
/* expression_fields.c: against the fixtures of the kind. */
void vt_lint_fields(vt_lint_expression *expression);
/* expression_incomplete.c: evaluated on incomplete objects. */
void vt_lint_incomplete(vt_lint_expression *expression);

/* Whether the chain a.b.c begins with a variable of that name. */
bool vt_lint_begins_with(const vt_cel_node *node, const char *root);

#endif
