/*
** A planned expression: a tree of steps, each with the C function that runs it. Names, functions,
** patterns and constants are resolved at construction; it never changes afterwards.
*/
#ifndef VITALS_CEL_PROGRAM_H
#define VITALS_CEL_PROGRAM_H

#include <stdatomic.h>

#include "base/run/limits.h"
#include "cel/environment.h"
#include "cel/function.h"
#include "cel/library/patterns.h"
#include "cel/syntax/ast.h"
#include "cel/syntax/issue.h"

typedef struct vt_cel_step vt_cel_step;
typedef vt_cel_value (*vt_cel_step_fn)(vt_cel_state *state, const vt_cel_step *step);

/* One `.f`, `[k]` or `[e]` after a root. */
typedef struct vt_cel_qualifier {
    bool optional;           /* .?f, [?k] */
    vt_cel_value key;        /* when it is constant */
    const vt_cel_step *step; /* else what computes it; NULL when constant */
} vt_cel_qualifier;

/* A root and its qualifiers: a.b['c'][d]. */
typedef struct vt_cel_attribute vt_cel_attribute;

struct vt_cel_attribute {
    const vt_cel_step *operand; /* the root when it is not a name, else NULL */
    int32_t local;              /* slot of the loop variable that the name is, or -1 */
    bool rooted;                /* .a: no container, and no loop variable either */
    const vt_text *names;       /* "a", "a.b", "a.b.c", …: name_count of them */
    uint32_t name_count;        /* 1 + how many qualifiers may be part of a name */
    const char *type;           /* the type that the longest name is, or NULL */
    vt_cel_qualifier *qualifiers;
    uint32_t qualifier_count, qualifier_capacity;
    bool presence;          /* has(): the last qualifier is only tested */
    vt_cel_attribute *next; /* in the planner's list of attributes without names yet */
};

struct vt_cel_step {
    vt_cel_step_fn run;
    vt_cel_step **children;
    vt_cel_attribute *attribute;
    vt_cel_value constant;
    uint32_t child_count;
    uint32_t slot; /* of the first variable of a macro */
    uint8_t macro;
    uint8_t count_rule; /* of a call; see run/count.h */
    uint32_t counted;   /* units of the step itself */
    bool has_filter, is_pair;
    bool in_loop;        /* it may run several times in one evaluation */
    bool negated;        /* != */
    uint32_t start, end; /* of the text, for traces */
    uint32_t id;
    const bool *optionals;
    vt_text name;
    const vt_cel_overloads *overloads;
    bool has_pattern; /* a constant pattern, which was found to be valid */
};

struct vitals_cel_program {
    vitals_allocator allocator;
    vt_arena arena;
    vitals_limits limits;
    const vt_cel_rules *rules;
    vt_text source;
    vt_text container; /* or absent */
    const vt_cel_step *root;
    uint32_t local_count;
    atomic_size_t references;
    vt_cel_patterns *patterns; /* compiled patterns, of the engine or of its own */
    const vt_cel_type *type;   /* deduced by the checker, or NULL */
    bool counts;               /* see run/count.h: only checked programs are counted */
};

/* How to build a program. */
typedef struct vt_cel_settings {
    vt_cel_environment environment;
    bool check;               /* the compiled mode */
    vt_text container;        /* or absent */
    const vt_text *variables; /* declared for the checker */
    const vt_cel_type *const *variable_types;
    uint32_t variable_count;
    vt_text declarations;          /* for the checker, before the variables; or absent */
    vt_cel_patterns *patterns;     /* of the engine; NULL: the program has its own */
    vitals_interrupt_fn interrupt; /* or NULL */
    void *interrupt_user;
    const char **limit; /* gets the name of the limit that is hit; or NULL */
} vt_cel_settings;

/* How far the build of a program came. */
typedef enum vt_cel_stage {
    VT_CEL_STAGE_DONE,
    VT_CEL_STAGE_DECLARE, /* issues of the declarations */
    VT_CEL_STAGE_PARSE,   /* issues of the parser or the checker */
    VT_CEL_STAGE_PLAN     /* an error of construction */
} vt_cel_stage;

/* `error` gets the bare text of issues or of the construction error, or the limit that compiling hit;
** `offset` the position of the first issue (may be NULL). VITALS_ESYNTAX, VITALS_ESTOPPED,
** VITALS_ENOMEM. */
vitals_status vt_cel_program_build(const vitals_allocator *allocator, const vitals_limits *limits,
                                   const vt_cel_settings *settings, vt_text expression,
                                   vt_cel_program **out, vt_cel_stage *stage, vt_buffer *error,
                                   uint32_t *offset);

/* The steps of a tree. NULL: `error` says why, or memory ran out or the compilation was stopped
** (`error` is then empty). */
const vt_cel_step *vt_cel_plan(vt_cel_program *program, const vt_cel_node *node,
                               vt_cel_meter *meter, vt_buffer *error);

/* Evaluate. The value lives in the state's arena until its next evaluation. */
vt_cel_value vt_cel_run(const vt_cel_program *program, vt_cel_state *state,
                        const vt_cel_activation *activation, const vt_evaluation *evaluation);
/* Evaluate one step with the state as it is; also what C functions of macros call. */
VT_CEL_RARE vt_cel_value vt_cel_step_run_traced(vt_cel_state *state, const vt_cel_step *step);
/* Each step that is run costs 1, whatever it is. */
static inline vt_cel_value vt_cel_step_run(vt_cel_state *state, const vt_cel_step *step) {
    if (__builtin_expect(!vt_cel_charge(state, 1), 0)) return vt_cel_stopped_error(state);
    state->counted += step->counted;
    if (__builtin_expect(state->trace != NULL, 0)) return vt_cel_step_run_traced(state, step);
    return step->run(state, step);
}
/* CEL-GO: the error of a call without any overload. It names the function unless the receiver is a
** string, a timestamp or a duration, which look up methods themselves. */
vt_cel_value vt_cel_method_error(vt_cel_state *state, const vt_cel_step *step,
                                 vt_cel_value receiver);
/* Report the value of a step to the trace of the state. */
void vt_cel_step_trace(vt_cel_state *state, const vt_cel_step *step, vt_cel_value value);
/* The branch that the condition of `step` chooses. NULL: `*error` says why there is none. */
const vt_cel_step *vt_cel_branch(vt_cel_state *state, const vt_cel_step *step, vt_cel_value *error);
/* Make a state ready for an evaluation. false: no memory. */
bool vt_cel_state_begin(vt_cel_state *state, const vt_cel_program *program,
                        const vt_cel_activation *activation, const vt_evaluation *evaluation);

/* The limit that stopped the evaluation, by the name of its option; NULL: none, or one of the environment. */
static inline const char *vt_cel_state_limit(const vt_cel_state *state) {
    const char *limit = state->meter.limit;
    return limit && strcmp(limit, VT_CEL_LIMIT_OF_CALL) == 0 ? NULL : limit;
}

/* The functions that run steps; the planner chooses among them. */
vt_cel_value vt_cel_run_constant(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_attribute(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_local(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_local_field(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_fields(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_and(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_or(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_conditional(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_equal(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_equal_string(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_list(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_map(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_message(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_call(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_unknown_call(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_optional_or(vt_cel_state *state, const vt_cel_step *step);
vt_cel_value vt_cel_run_optional_or_value(vt_cel_state *state, const vt_cel_step *step);
/* By vt_cel_macro. */
extern const vt_cel_step_fn vt_cel_macro_runs[];

/* Borrow a compiled pattern from the cache of the program. It is charged as if it were compiled now.
** An error (Go's text, a limit, no memory), or null: `*out` must be given back. */
vt_cel_value vt_cel_pattern_borrow(vt_cel_state *state, vt_text text, vt_cel_pattern *out);
/* Whether a message type of that name exists. */
bool vt_cel_message_known(vt_text name);

#endif
