/* The clauses of format strings: what formats them and what checks them read them alike. */
#ifndef VITALS_CEL_CLAUSE_H
#define VITALS_CEL_CLAUSE_H

#include "base/arena.h"

typedef enum vt_cel_clause_kind {
    VT_CEL_CLAUSE_STRING,
    VT_CEL_CLAUSE_DECIMAL,
    VT_CEL_CLAUSE_FIXED,
    VT_CEL_CLAUSE_SCIENTIFIC,
    VT_CEL_CLAUSE_BINARY,
    VT_CEL_CLAUSE_OCTAL,
    VT_CEL_CLAUSE_LOWER_HEX,
    VT_CEL_CLAUSE_UPPER_HEX
} vt_cel_clause_kind;

typedef struct vt_cel_clause {
    vt_cel_clause_kind kind;
    char letter;
    const char *refusal; /* of what it cannot take: "octal clause can only be used on …" */
} vt_cel_clause;

/* The clause whose % is before `*at`, which moves behind it. `*precision` is 6 when none is
** written. NULL: `*problem` says why, in `arena`, and is absent when memory ran out. */
const vt_cel_clause *vt_cel_clause_read(vt_arena *arena, vt_text text, size_t *at, int *precision,
                                        vt_text *problem);

#endif
