/*
** One run of the type checker, without the walk over the tree: scopes, names, types and issues
** (checker.c) and overload resolution (overload.c). check.c walks the tree with them.
**
** Where a function returns a type and memory runs out, the issues say so and the type is
** vt_cel_error_type, which fits everything.
*/
#ifndef VITALS_CEL_CHECKER_H
#define VITALS_CEL_CHECKER_H

#include "cel/check/declare.h"
#include "cel/run/program.h"

/* A local variable and its type. */
typedef struct vt_cel_scope {
    const struct vt_cel_scope *outer;
    vt_text name;
    const vt_cel_type *type;
} vt_cel_scope;

typedef struct vt_cel_checker {
    const vt_cel_rules *rules;
    const vt_cel_settings *settings;
    const vt_cel_declarations *declarations;
    vt_cel_issues *issues;
    vt_arena *arena;
    vt_cel_bindings bindings;
    const vt_cel_scope *scope;
    const vt_cel_function *row; /* of the last call, when one overload fits, else NULL */
    uint32_t repeated;          /* checks of subtrees that cel-go's tree has twice */
} vt_cel_checker;

/* Argument types of a call, and how it is written. */
typedef struct vt_cel_arguments {
    const vt_cel_type **types;
    uint32_t count;
    bool member;
} vt_cel_arguments;

/* The functions of one name: those of CEL, and declared ones. */
typedef struct vt_cel_functions {
    vt_cel_overloads rows;
    const vt_cel_signature *declared;
} vt_cel_functions;

/* ---- types */

const vt_cel_type *vt_cel_checker_out_of_memory(vt_cel_checker *c);
const vt_cel_type *vt_cel_checker_make(vt_cel_checker *c, vt_cel_type_kind kind,
                                       const vt_cel_type *first, const vt_cel_type *second);
const vt_cel_type *vt_cel_checker_make_message(vt_cel_checker *c, const vt_cel_named *named);
/* A new type variable. */
const vt_cel_type *vt_cel_checker_fresh(vt_cel_checker *c);
/* The type with its bound variables replaced. */
const vt_cel_type *vt_cel_checker_resolve(vt_cel_checker *c, const vt_cel_type *type);
/* The same, with free variables replaced by dyn. */
const vt_cel_type *vt_cel_checker_resolve_to_dyn(vt_cel_checker *c, const vt_cel_type *type);
/* Whether `from` is assignable to `to`; if not, nothing is bound. */
bool vt_cel_checker_fits(vt_cel_checker *c, const vt_cel_type *to, const vt_cel_type *from);

/* ---- issues */

/* CEL-GO: the type with its unresolved variables by name; cut at 16 KiB. */
vt_text vt_cel_checker_type_text(vt_cel_checker *c, const vt_cel_type *type);
/* "string.(int, dyn)", "(int)": free variables as dyn. */
vt_text vt_cel_checker_arguments_text(vt_cel_checker *c, const vt_cel_arguments *given);
void vt_cel_checker_report_mismatch(vt_cel_checker *c, const vt_cel_node *node,
                                    const vt_cel_type *wanted, const vt_cel_type *found);
const vt_cel_type *vt_cel_checker_report_undeclared(vt_cel_checker *c, const vt_cel_node *node,
                                                    vt_text name);

/* ---- names */

/* The innermost local variable of that name, or NULL. */
const vt_cel_type *vt_cel_checker_find_local(const vt_cel_checker *c, vt_text name);
/* A variable, a message type or a type of CEL, looked up inside the container first; or NULL. */
const vt_cel_type *vt_cel_checker_find_global(vt_cel_checker *c, vt_text name, bool rooted);
/* A local variable, else a global name. */
const vt_cel_type *vt_cel_checker_find_name(vt_cel_checker *c, vt_text name, bool rooted);
/* The dotted name of a chain a.b.c. false: it is not one, or memory ran out. */
bool vt_cel_checker_qualified_name(vt_cel_checker *c, const vt_cel_node *node, vt_text *name);
/* The functions of a name; `*name` becomes the full name of a declared function. */
bool vt_cel_checker_find_functions(vt_cel_checker *c, bool rooted, vt_text *name,
                                   vt_cel_functions *out);
/* a.f(x) where a.f is the name of a function: the node becomes a call of that function, since its
** receiver was only a part of the name. */
bool vt_cel_checker_find_qualified(vt_cel_checker *c, vt_cel_node *node, vt_cel_functions *found);

/* ---- calls; each returns the type of the result, or reports that no overload matches */

const vt_cel_type *vt_cel_checker_call(vt_cel_checker *c, const vt_cel_node *node, vt_text name,
                                       const vt_cel_functions *found, vt_cel_arguments given);
/* A call of a standard function that a macro expands to. */
const vt_cel_type *vt_cel_checker_call_standard(vt_cel_checker *c, const vt_cel_node *node,
                                                vt_text name, vt_cel_arguments given);
/* _[_] and _[?_] */
const vt_cel_type *vt_cel_checker_index(vt_cel_checker *c, const vt_cel_node *node,
                                        vt_cel_arguments given);
/* condition ? a : b */
const vt_cel_type *vt_cel_checker_conditional(vt_cel_checker *c, const vt_cel_node *node,
                                              const vt_cel_type *condition, const vt_cel_type *a,
                                              const vt_cel_type *b);

#endif
