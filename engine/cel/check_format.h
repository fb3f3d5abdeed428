/* What the checker finds in format strings that are written down. */
#ifndef VITALS_CEL_CHECK_FORMAT_H
#define VITALS_CEL_CHECK_FORMAT_H

#include "cel/ast.h"
#include "cel/issue.h"
#include "cel/type.h"

/* Add what is wrong with calls such as '%d'.format(['a']) in a tree that is checked: clauses that
** cannot be read, and arguments that are too few, too many or of types that do not fit. */
void vt_cel_check_formats(vt_cel_bindings *bindings, const vt_cel_node *tree,
                          vt_cel_issues *issues);

/* CEL-GO: the operand of optMap and optFlatMap is in its tree twice, and so is what is told of it
** there. How often that is of a child, for a node of which it is `times`. */
uint32_t vt_cel_times_of_child(const vt_cel_node *node, uint32_t index, uint32_t times);

#endif
