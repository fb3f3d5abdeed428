/*
** Functions as data: one row is all there is to know about one overload. The checker reads its
** types, the evaluator its C function, `vitals list functions` its text, and the tests run its
** example.
*/
#ifndef VITALS_CEL_FUNCTION_H
#define VITALS_CEL_FUNCTION_H

#include "cel/check/type.h"
#include "cel/run/state.h"
#include "cel/run/value.h"

/* The versions of Kubernetes that have an environment of their own: 1.28 to 1.37. */
enum { VT_CEL_FIRST_MINOR = 28, VT_CEL_LAST_MINOR = 37 };

/* Which environments know a row. Each version of Kubernetes has a bit of its own. */
enum vt_cel_environment_mask {
    VT_CEL_IN_FLUX = 1,
    VT_CEL_IN_SPEC = 2,
    VT_CEL_IN_STANDARD = 4,
    VT_CEL_IN_OCM = 8,
    VT_CEL_IN_KRO = 16,
    VT_CEL_FIRST_KUBERNETES = 32,
    VT_CEL_IN_KUBERNETES = 1023 * VT_CEL_FIRST_KUBERNETES,
    VT_CEL_IN_ALL = VT_CEL_IN_FLUX | VT_CEL_IN_SPEC | VT_CEL_IN_STANDARD | VT_CEL_IN_OCM |
                    VT_CEL_IN_KRO | VT_CEL_IN_KUBERNETES
};

/* Kubernetes 1.`minor` alone, and it with what came later. */
#define VT_CEL_IN_MINOR(minor) (VT_CEL_FIRST_KUBERNETES << ((minor)-VT_CEL_FIRST_MINOR))
#define VT_CEL_IN_SINCE(minor)                                                                     \
    (VT_CEL_IN_KUBERNETES & ~(VT_CEL_IN_MINOR(minor) - VT_CEL_FIRST_KUBERNETES))

enum vt_cel_function_flag {
    VT_CEL_MEMBER = 1,     /* x.f(y); otherwise f(x, y). Unchecked, both spellings work. */
    VT_CEL_ANY_TYPES = 2,  /* called with any types; reports "no such overload" itself */
    VT_CEL_FOLD = 4,       /* evaluated at construction over a constant, and so is its error */
    VT_CEL_ANY_COUNT = 16, /* any number of arguments is planned, and fails when evaluated */
    VT_CEL_PLANNED = 32,   /* not called: the planner makes a step of it, or it is unknown */
    VT_CEL_HIDDEN = 8      /* not written by name: operators, and what macros call */
};

/* What a call charges besides the steps of its arguments. vt_cel_cost_text has the rule in words;
** docs/cel.md is generated from it. */
typedef enum vt_cel_cost {
    VT_CEL_COST_MISSING, /* a row without a rule, which a test refuses */
    VT_CEL_COST_CALL,
    VT_CEL_COST_READS,
    VT_CEL_COST_WRITES,
    VT_CEL_COST_NUMBER,
    VT_CEL_COST_COPIES,
    VT_CEL_COST_ELEMENTS,
    VT_CEL_COST_SPLITS,
    VT_CEL_COST_COMPARES,
    VT_CEL_COST_PAIRS,
    VT_CEL_COST_LOOKUP,
    VT_CEL_COST_FORMAT,
    VT_CEL_COST_ZONE,
    VT_CEL_COST_PATTERN,
    VT_CEL_COST_COUNT
} vt_cel_cost;

/* "1, and 1 for every 10 bytes of text that is read". Static. */
const char *vt_cel_cost_text(vt_cel_cost cost);

#define VT_CEL_MOST_ARGUMENTS 4

/* One call. `function` is the row that matched, so one C function may serve several rows. */
typedef struct vt_cel_call {
    struct vitals_cel_state *state;
    const struct vt_cel_function *function;
    const struct vt_cel_step *step; /* the step of the call, with what the planner prepared */
    const vt_cel_value *arguments;
    uint32_t count;
} vt_cel_call;

typedef vt_cel_value (*vt_cel_run_fn)(const vt_cel_call *call);

/* What only vitals_cel_function_at reads. Built without, a row keeps that there is a text, and not the text. */
#ifdef VITALS_WITHOUT_FUNCTION_TEXTS
typedef bool vt_cel_words;
#define VT_CEL_WORDS(words) ((void)(words), "")
#else
typedef const char *vt_cel_words;
#define VT_CEL_WORDS(words) (words)
#endif

typedef struct vt_cel_function {
    const char *name; /* "size", "_+_", "math.ceil" */
    vt_cel_words id;  /* of the overload, as in cel-go; unique */
    const vt_cel_type *result;
    const vt_cel_type *arguments[VT_CEL_MOST_ARGUMENTS]; /* NULL after the last */
    vt_cel_run_fn run;
    int32_t variant;       /* for functions that serve several rows */
    uint32_t flags;        /* vt_cel_function_flag */
    uint32_t environments; /* vt_cel_environment_mask */
    const char *library;   /* "stdlib", "strings", … */
    uint8_t version;       /* of the library that brought it */
    vt_cel_words doc;      /* one line */
    vt_cel_words example;  /* an expression that is true */
    uint8_t cost;          /* vt_cel_cost */
} vt_cel_function;

/* The tables, one in each file, each ending in a row without a name. */
extern const vt_cel_function vt_cel_operator_functions[], vt_cel_conversion_functions[],
    vt_cel_core_functions[], vt_cel_time_functions[], vt_cel_optional_functions[],
    vt_cel_string_functions[], vt_cel_set_functions[], vt_cel_encoder_functions[],
    vt_cel_math_functions[], vt_cel_list_functions[], vt_cel_regex_functions[],
    vt_cel_network_functions[], vt_cel_quantity_functions[], vt_cel_semver_functions[],
    vt_cel_url_functions[], vt_cel_named_format_functions[];

/* All rows of one name in one environment, in the order of declaration. */
typedef struct vt_cel_overloads {
    const vt_cel_function *rows[24];
    uint32_t count;
} vt_cel_overloads;

uint32_t vt_cel_function_arity(const vt_cel_function *row);
/* The row whose arguments take these values, or NULL. */
const vt_cel_function *vt_cel_overloads_match(const vt_cel_overloads *overloads,
                                              struct vitals_cel_state *state,
                                              const vt_cel_value *arguments, uint32_t count);
/* "no such overload: name(int, string)". */
vt_cel_value vt_cel_overload_error(struct vitals_cel_state *state, vt_text name,
                                   const vt_cel_value *arguments, uint32_t count);

#endif
