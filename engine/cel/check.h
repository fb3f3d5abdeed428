/* The type checker of the compiled mode. */
#ifndef VITALS_CEL_CHECK_H
#define VITALS_CEL_CHECK_H

#include "cel/program.h"

/* Deduce the types of all nodes. NULL: there are issues, or no memory. */
const vt_cel_type *vt_cel_check(const vt_cel_rules *rules, const vt_cel_settings *settings,
                                vt_cel_node *tree, vt_cel_issues *issues);

#endif
