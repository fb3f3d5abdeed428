/* Macros: calls that the parser turns into other nodes. */
#ifndef VITALS_CEL_MACRO_H
#define VITALS_CEL_MACRO_H

#include "cel/ast.h"
#include "cel/issue.h"

/* The node that stands for the call, which may be the call itself when it is no macro of the
** environment. NULL when it is one and misused (then there is an issue), or without memory. */
vt_cel_node *vt_cel_macro_expand(uint32_t environment, vt_cel_issues *issues, vt_cel_node *call);

#endif
