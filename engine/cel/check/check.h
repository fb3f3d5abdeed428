/* The type checker of the compiled mode. */
#ifndef VITALS_CEL_CHECK_H
#define VITALS_CEL_CHECK_H

#include "cel/check/declare.h"
#include "cel/run/program.h"

/* Deduce the types of all nodes; calls of a.f(x) where a.f is a declared function become just that.
** NULL: there are issues, or no memory. */
const vt_cel_type *vt_cel_check(const vt_cel_rules *rules, const vt_cel_settings *settings,
                                const vt_cel_declarations *declarations, vt_cel_node *tree,
                                vt_cel_issues *issues);

#endif
