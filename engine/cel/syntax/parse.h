/* Text to tree. */
#ifndef VITALS_CEL_PARSE_H
#define VITALS_CEL_PARSE_H

#include "cel/syntax/ast.h"
#include "cel/syntax/issue.h"

/* What the language allows; the environment decides. */
typedef struct vt_cel_language {
    uint32_t environment;      /* vt_cel_environment_mask, one bit */
    bool quoted_fields;        /* a.`b-c` */
    uint32_t most_depth;       /* limit cel_depth */
    uint64_t most_code_points; /* limit cel_expression_code_points */
} vt_cel_language;

/* The tree of `issues->source`, in `issues->arena`; NULL when there are issues or no memory. */
vt_cel_node *vt_cel_parse(const vt_cel_language *language, vt_cel_issues *issues);

#endif
