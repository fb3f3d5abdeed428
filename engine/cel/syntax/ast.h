/*
** The tree of an expression, as the parser makes it and as checker and planner read it.
**
** Operators are calls under the names cel-go gives them ("_+_", "_[_]", "@in", …), except `&&` and
** `||`, which take any number of operands. Macros are nodes of their own, not expanded folds, so a
** tree is never deeper than its text. All nodes live in the arena of their program.
*/
#ifndef VITALS_CEL_AST_H
#define VITALS_CEL_AST_H

#include "base/memory/arena.h"
#include "cel/run/value.h"

typedef enum vt_cel_node_kind {
    VT_CEL_NODE_CONSTANT,   /* constant */
    VT_CEL_NODE_IDENTIFIER, /* name; rooted: written with a leading dot */
    VT_CEL_NODE_SELECT,     /* name is the field; children[0] the operand; optional: .?f */
    VT_CEL_NODE_HAS,        /* has(e.f): name is f; children[0] is e; optional: has(e.?f) */
    VT_CEL_NODE_CALL, /* name; children are the arguments; member: children[0] is the receiver */
    VT_CEL_NODE_AND,  /* children, two or more */
    VT_CEL_NODE_OR,   /* children, two or more */
    VT_CEL_NODE_CONDITIONAL, /* children: condition, then, else */
    VT_CEL_NODE_LIST,        /* children; optionals[i]: written ?e */
    VT_CEL_NODE_MAP,         /* children: key, value, key, value, …; optionals[i] by entry */
    VT_CEL_NODE_MESSAGE,     /* name is the type; children: constant field name, value, … */
    VT_CEL_NODE_MACRO        /* macro, variables; children by macro, see vt_cel_macro */
} vt_cel_node_kind;

/* What a macro node does with its children. v, w are the loop variables. */
typedef enum vt_cel_macro {
    VT_CEL_MACRO_ALL,              /* range, predicate */
    VT_CEL_MACRO_EXISTS,           /* range, predicate */
    VT_CEL_MACRO_EXISTS_ONE,       /* range, predicate */
    VT_CEL_MACRO_MAP,              /* range, [filter], transform: a list; also transformList */
    VT_CEL_MACRO_FILTER,           /* range, predicate: a list */
    VT_CEL_MACRO_TRANSFORM_MAP,    /* range, [filter], transform: a map under the same keys */
    VT_CEL_MACRO_TRANSFORM_ENTRY,  /* range, [filter], transform: a map of what the maps hold */
    VT_CEL_MACRO_BIND,             /* init, body: v is init, evaluated when first used */
    VT_CEL_MACRO_BLOCK,            /* slot, slot, …, body: @index0, @index1, … */
    VT_CEL_MACRO_OPTIONAL_MAP,     /* optional, body: optional.of(body) when there is a value */
    VT_CEL_MACRO_OPTIONAL_FLAT_MAP /* optional, body: body when there is a value */
} vt_cel_macro;

typedef struct vt_cel_node vt_cel_node;

struct vt_cel_node {
    uint8_t kind;        /* vt_cel_node_kind */
    uint8_t macro;       /* vt_cel_macro */
    bool member;         /* CALL: written e.f(…) */
    bool rooted;         /* IDENTIFIER, CALL: written with a leading dot */
    bool optional;       /* SELECT, HAS: the optional form */
    bool has_filter;     /* MACRO: the form with a filter */
    uint16_t depth;      /* levels of nodes below and including this one */
    uint32_t id;         /* CALL: its number, from 1, as cel-go gives it */
    uint32_t ids;        /* how many nodes cel-go's tree of it has */
    uint32_t offset;     /* bytes: of the operator, of the bracket of a call, of a name */
    uint32_t start, end; /* bytes: the whole text of the node, for traces */
    uint32_t child_count;
    vt_text name;
    vt_text variables[2]; /* MACRO; variables[1] is absent unless there are two */
    vt_cel_value constant;
    vt_cel_node **children;
    bool *optionals;                   /* NULL when no entry is optional */
    const struct vt_cel_type *type;    /* set by the checker, else NULL */
    const struct vt_cel_function *row; /* CALL: the same, when only this overload fits */
};

/* A node of `kind` with room for `child_count` children; NULL when memory runs out. */
vt_cel_node *vt_cel_node_new(vt_arena *arena, vt_cel_node_kind kind, uint32_t child_count);
/* How many nodes of cel-go's tree the node stands for, without its children. */
uint32_t vt_cel_node_own_ids(const vt_cel_node *node);
/* Set depth and ids from the children's. */
void vt_cel_node_measure(vt_cel_node *node);
/* Whether the node is a plain chain a.b.c; then `*name` is its dotted text (in `arena`), or absent
** when memory runs out. */
bool vt_cel_node_qualified_name(vt_arena *arena, const vt_cel_node *node, vt_text *name);
/* Whether the leftmost name of a chain of selects is written with a leading dot. */
bool vt_cel_node_is_rooted(const vt_cel_node *node);
/* The part of a dotted name before the last dot: "a.b" of "a.b.c"; empty when there is no dot. */
vt_text vt_cel_name_parent(vt_text name);
/* head.last, in `arena`; absent when memory runs out. */
vt_text vt_cel_name_join(vt_arena *arena, vt_text head, vt_text last);

#endif
