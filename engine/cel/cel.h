/*
** The interface of the CEL engine for the rest of the library. Applications use <vitals/cel.h>.
**
** An environment is a table of functions and options; a program is a compiled expression, which
** is immutable and may be shared by threads; a state is one thread's scratch memory.
*/
#ifndef VITALS_CEL_CEL_H
#define VITALS_CEL_CEL_H

#include "document/evaluation.h"

/* In the order of VITALS_CEL_ENVIRONMENT_MAP. */
typedef enum vt_cel_environment {
    VT_CEL_ENVIRONMENT_FLUX,       /* cel-go v0.26.1 with Flux's options */
    VT_CEL_ENVIRONMENT_SPEC,       /* the specification, with the conformance tests' extensions */
    VT_CEL_ENVIRONMENT_STANDARD,   /* cel-go without any library */
    VT_CEL_ENVIRONMENT_OCM,        /* Open Cluster Management */
    VT_CEL_ENVIRONMENT_KRO,        /* kro */
    VT_CEL_ENVIRONMENT_KUBERNETES, /* the latest version of Kubernetes; and by version: */
    VT_CEL_ENVIRONMENT_KUBERNETES_1_28,
    VT_CEL_ENVIRONMENT_KUBERNETES_1_29,
    VT_CEL_ENVIRONMENT_KUBERNETES_1_30,
    VT_CEL_ENVIRONMENT_KUBERNETES_1_31,
    VT_CEL_ENVIRONMENT_KUBERNETES_1_32,
    VT_CEL_ENVIRONMENT_KUBERNETES_1_33,
    VT_CEL_ENVIRONMENT_KUBERNETES_1_34,
    VT_CEL_ENVIRONMENT_KUBERNETES_1_35,
    VT_CEL_ENVIRONMENT_KUBERNETES_1_36,
    VT_CEL_ENVIRONMENT_KUBERNETES_1_37
} vt_cel_environment;

typedef struct vitals_cel_program vt_cel_program;
typedef struct vitals_cel_state vt_cel_state;

/* What programs of one engine share, and how the host stops their compilation. */
typedef struct vt_cel_host {
    struct vt_cel_patterns *patterns; /* programs take references; NULL: each has its own */
    vitals_interrupt_fn interrupt;    /* or NULL */
    void *interrupt_user;
    const char **limit; /* gets the name of the limit that a compilation hits; or NULL */
} vt_cel_host;

/* Compiled patterns, for the programs of an engine; see cel/library/patterns.h. */
vitals_status vt_cel_patterns_new(const vitals_allocator *allocator, struct vt_cel_patterns **out);
/* Take a reference, which _free drops. Threads: any. */
struct vt_cel_patterns *vt_cel_patterns_retain(struct vt_cel_patterns *patterns);
void vt_cel_patterns_free(struct vt_cel_patterns *patterns);
void vt_cel_patterns_forget(struct vt_cel_patterns *patterns);

/* Parse an expression in Flux's environment and plan it, folding constants, as NewExpression does
** without WithCompile; types are not checked. On failure `error` gets the text of fluxcd/pkg:
** "failed to parse the CEL expression '…': ERROR: <input>:1:5: …". VITALS_ESYNTAX, also when a limit
** is hit, which the text names; VITALS_ESTOPPED; VITALS_ENOMEM. `host` may be NULL. */
vitals_status vt_cel_program_new(const vitals_allocator *allocator, const vitals_limits *limits,
                                 const vt_cel_host *host, vt_text expression, vt_cel_program **out,
                                 vt_buffer *error);
/* How rules outside of Flux name what they evaluate over. */
typedef struct vt_cel_setting {
    vt_cel_environment environment;
    bool check;       /* types are checked; the object is a dyn */
    vt_text variable; /* the object; absent: each of its fields is a variable */
    bool has_result;  /* there is a bool "result" */
    bool result;      /* its value, when evaluated */
} vt_cel_setting;

/* The same in a scope; `error` gets the bare text of cel-go. */
vitals_status vt_cel_program_new_in(const vitals_allocator *allocator, const vitals_limits *limits,
                                    const vt_cel_host *host, const vt_cel_setting *scope,
                                    vt_text expression, vt_cel_program **out, vt_buffer *error);
/* Whether the checker deduced a bool; with `or_optional` also an optional one, and what has no known type. */
bool vt_cel_program_gives_bool(const vt_cel_program *program, bool or_optional);

/* Take a reference: a program never changes, and _free drops one. Threads: any. */
vt_cel_program *vt_cel_program_retain(vt_cel_program *program);
void vt_cel_program_free(vt_cel_program *program);

vitals_status vt_cel_state_new(const vitals_allocator *allocator, vt_cel_state **out);
/* Take time zones from an archive, which is not copied; absent: from the files of the system. */
void vt_cel_state_use_zones(vt_cel_state *state, vt_text archive);
/* Whether these bytes are an archive of time zones. */
bool vt_cel_zones_are_valid(vt_text archive);
void vt_cel_state_free(vt_cel_state *state);
void vt_cel_state_scrub(vt_cel_state *state);

/* Evaluate over the object: every top-level key is a variable. VITALS_OK and *out, or
** VITALS_ESYNTAX with `error` filled with the text of fluxcd/pkg (VITALS_ELIMIT, VITALS_ESTOPPED:
** `*limit` names it). With missing_is_false a missing key or attribute is false. */
vitals_status vt_cel_evaluate_bool(const vt_cel_program *program, vt_cel_state *state,
                                   const vt_evaluation *evaluation, bool missing_is_false,
                                   bool *out, vt_buffer *error, const char **limit, uint64_t *cost);

typedef enum vt_cel_result_kind {
    VT_CEL_FAILS,
    VT_CEL_GIVES_BOOL, /* also an optional one that has a value */
    VT_CEL_GIVES_TEXT,
    VT_CEL_GIVES_NONE, /* null, or an optional without a value */
    VT_CEL_GIVES_OTHER
} vt_cel_result_kind;

/* What an expression gave. */
typedef struct vt_cel_result {
    vt_cel_result_kind kind;
    bool is_true;
    bool is_missing;      /* FAILS: a field, a variable or an element is not there */
    vt_text text;         /* of the text or the error; borrowed from the state */
    const char *limit;    /* the limit that was hit, or NULL */
    vitals_status status; /* VITALS_OK, or why the evaluation was stopped */
    uint64_t cost;
    uint64_t counted; /* as cel-go counts it, in environments that limit that; else of no meaning */
} vt_cel_result;

/* Evaluate in the scope that the program was made for. */
vt_cel_result vt_cel_evaluate_in(const vt_cel_program *program, vt_cel_state *state,
                                 const vt_evaluation *evaluation, const vt_cel_setting *scope);

/* What the type checker says about one place of an expression. */
typedef struct vt_cel_remark {
    uint32_t offset; /* bytes; UINT32_MAX: of no place */
    vt_text text;    /* cel-go's, without its position */
} vt_cel_remark;

typedef struct vt_cel_remarks {
    const vt_cel_remark *items; /* by offset; in the arena */
    size_t count;
    vt_text type; /* of the expression, "bool"; absent when there are remarks */
} vt_cel_remarks;

/* Check the types of an expression that parses in Flux's environment, with declarations as
** vitals_cel_compile takes them. Flux itself does not: it is for those who look for mistakes.
** VITALS_ESYNTAX: the expression does not parse, or the declarations are invalid; VITALS_ELIMIT,
** VITALS_ESTOPPED, VITALS_ENOMEM. Threads: one a time per arena. */
vitals_status vt_cel_remarks_of(vt_arena *arena, const vitals_limits *limits,
                                const vt_cel_host *host, vt_text expression, vt_text declarations,
                                vt_cel_remarks *out);

#endif
