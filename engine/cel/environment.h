/* Environments as data: which functions and type names there are, and where the rules differ. */
#ifndef VITALS_CEL_ENVIRONMENT_H
#define VITALS_CEL_ENVIRONMENT_H

#include "cel/function.h"

typedef struct vt_cel_rules {
    const char *name;
    uint32_t mask;      /* vt_cel_environment_mask */
    bool quoted_fields; /* a.`b-c` */
    bool folded_errors; /* an error of a constant part fails construction */
    bool keys_checked;  /* an index that cannot be a key is an error, at construction if constant */
    bool dotted_names_first;    /* a variable named "x.y" hides field y of a loop variable x; .x is
                                    that loop variable too */
    bool bad_presence_is_error; /* has(1.x): an error, not false */
    bool strict_map_literals;   /* keys of literals: int, uint, bool, string, and no two alike */
    bool lenient_or;            /* 1.orValue(2) is 1 */
    bool optionals_adapted;     /* the content of an optional from a name or a branch passes through
                                    Go's native form */
    bool mixed_literals_refused; /* the checker refuses [1, 'a'], but not in format() */
    bool formats_checked;        /* the checker reads constant format strings */
    bool strict_opaque;          /* quantity('1') == 1 has no overload */
    bool counts; /* evaluations are counted, and limited, as cel-go does; see run/count.h */
    bool first_type_kept; /* true ? null : timestamp(0) is of the type of null */
} vt_cel_rules;

const vt_cel_rules *vt_cel_rules_of(vt_cel_environment environment);
/* The environment of that name, "flux" or "kubernetes@1.34". */
bool vt_cel_environment_find(vt_text name, vt_cel_environment *out);

/* The name of a type as an identifier, "int" or "google.protobuf.Timestamp"; NULL: the environment
** has no type of that name. Static. */
const char *vt_cel_type_identifier(const vt_cel_rules *rules, vt_text name);

/* The row at `index`, from 0, among those of all environments; NULL past the end. */
const vt_cel_function *vt_cel_function_at(size_t index);
/* What looking up a function in the tables costs a compilation. */
#define VT_CEL_COST_OF_LOOKUP 10
/* The overloads of a function. false: the environment has no function of that name. */
bool vt_cel_overloads_find(uint32_t environment, vt_text name, vt_cel_overloads *out);

#endif
