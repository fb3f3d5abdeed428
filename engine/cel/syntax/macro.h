/* Macros: calls that the parser turns into other nodes. */
#ifndef VITALS_CEL_MACRO_H
#define VITALS_CEL_MACRO_H

#include "cel/syntax/ast.h"
#include "cel/syntax/issue.h"

/* The expansion of the call, or the call itself when it is not a macro of the environment. NULL:
** it is a macro with bad arguments (then there is an issue), or memory ran out. */
vt_cel_node *vt_cel_macro_expand(uint32_t environment, vt_cel_issues *issues, vt_cel_node *call);

#endif
