/* The validators of cel-go: what is checked once every node has its type. */
#ifndef VITALS_CEL_VALIDATE_H
#define VITALS_CEL_VALIDATE_H

#include "cel/check/checker.h"

/* Add the issues of a tree that was checked without any, if the environment asks for them:
** lists and maps that mix types, and calls such as '%d'.format(['a']): clauses that cannot be read,
** and arguments that are too few, too many or of the wrong type. */
void vt_cel_validate(vt_cel_checker *c, const vt_cel_node *tree);

#endif
