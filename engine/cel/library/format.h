/* string.format of the strings extension, and the clauses of format strings. */
#ifndef VITALS_CEL_FORMAT_H
#define VITALS_CEL_FORMAT_H

#include "cel/function.h"

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
    const char
        *refusal; /* for a value that it does not take: "octal clause can only be used on …" */
} vt_cel_clause;

/* Read the clause that starts at `*at`, after its %; `*at` moves past it. `*precision` is 6 when
** none is written. NULL: `*problem` says why, in `arena`, and is absent when memory ran out. */
const vt_cel_clause *vt_cel_clause_read(vt_arena *arena, vt_text text, size_t *at, int *precision,
                                        vt_text *problem);

/* variant 1: %f and %e of int and uint print what cel-go 0.26.1 prints. */
vt_cel_value vt_cel_format(const vt_cel_call *call);

#endif
