/**
 * CEL without health checks: expressions over Kubernetes objects, evaluated exactly as Flux does,
 * or as the specification says.
 *
 *   vitals_cel_program   one expression: parsed, optionally checked, and planned. Immutable.
 *   vitals_cel_state     one thread's scratch memory. Changes with every evaluation.
 *   vitals_cel_batch     answers lines of JSON; for tools and tests.
 *
 * The conventions of <vitals/vitals.h> apply here too.
 */
#ifndef VITALS_CEL_H
#define VITALS_CEL_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------ environments */

/** Which functions exist, and whose results are reproduced. */
#define VITALS_CEL_ENVIRONMENT_MAP(X)                                                              \
    X(FLUX, "flux", "cel-go v0.26.1 with the options of Flux")                                     \
    X(SPEC, "spec", "the specification, with the extensions of its conformance tests")             \
    X(STANDARD, "standard", "cel-go v0.31 without extensions, as Crossplane and Sveltos use it")   \
    X(OCM, "ocm", "the conditionRules of Open Cluster Management")                                 \
    X(KRO, "kro", "the readyWhen of kro")                                                          \
    X(KUBERNETES, "kubernetes", "the API server of the latest Kubernetes, 1.37")                   \
    X(KUBERNETES_1_28, "kubernetes@1.28", "the API server of Kubernetes 1.28")                     \
    X(KUBERNETES_1_29, "kubernetes@1.29", "the API server of Kubernetes 1.29")                     \
    X(KUBERNETES_1_30, "kubernetes@1.30", "the API server of Kubernetes 1.30")                     \
    X(KUBERNETES_1_31, "kubernetes@1.31", "the API server of Kubernetes 1.31")                     \
    X(KUBERNETES_1_32, "kubernetes@1.32", "the API server of Kubernetes 1.32")                     \
    X(KUBERNETES_1_33, "kubernetes@1.33", "the API server of Kubernetes 1.33")                     \
    X(KUBERNETES_1_34, "kubernetes@1.34", "the API server of Kubernetes 1.34")                     \
    X(KUBERNETES_1_35, "kubernetes@1.35", "the API server of Kubernetes 1.35")                     \
    X(KUBERNETES_1_36, "kubernetes@1.36", "the API server of Kubernetes 1.36")                     \
    X(KUBERNETES_1_37, "kubernetes@1.37", "the API server of Kubernetes 1.37")

typedef enum vitals_cel_environment {
#define VITALS_X(name, text, about) VITALS_CEL_ENVIRONMENT_##name,
    VITALS_CEL_ENVIRONMENT_MAP(VITALS_X)
#undef VITALS_X
        VITALS_CEL_ENVIRONMENT_COUNT
} vitals_cel_environment;

/** "flux" and so on; NULL past the end. Static. */
VITALS_API const char *vitals_cel_environment_name(vitals_cel_environment environment);
/** Errors: VITALS_ENOTFOUND. */
VITALS_API VITALS_MUST_USE vitals_status
vitals_cel_environment_from_name(const char *name, vitals_cel_environment *out);

/** One overload of one function. All texts are static. */
typedef struct vitals_cel_function {
    const char *name;    /**< "size", "math.ceil", "_+_". */
    const char *id;      /**< Of the overload, as in cel-go. */
    const char *library; /**< "stdlib", "strings" and so on. */
    unsigned version;    /**< Of the library that introduced it. */
    bool member;         /**< Written x.f(y); else f(x, y). */
    bool hidden;         /**< Not written by its name: operators and what macros call. */
    const char *doc;     /**< One line. */
    const char *example; /**< An expression that is true. */
} vitals_cel_function;

/**
 * The function at `index`, from 0, among those of an environment; false past the end.
 * `signature` may be NULL, else it gets "(string, int) -> string", cut to `size` bytes.
 */
VITALS_API bool vitals_cel_function_at(vitals_cel_environment environment, size_t index,
                                       vitals_cel_function *out, size_t out_bytes, char *signature,
                                       size_t size);

/* ---------------------------------------------------------------- programs */

typedef struct vitals_cel_program vitals_cel_program;
typedef struct vitals_cel_state vitals_cel_state;

/** How to compile a program. Start from VITALS_CEL_OPTIONS_INIT. */
typedef struct vitals_cel_options {
    size_t struct_bytes;
    const vitals_allocator *allocator; /**< NULL for malloc. Copied. */
    const vitals_limits *limits;       /**< NULL for the defaults. Copied. */
    vitals_cel_environment environment;
    bool check;                   /**< Check types, as Flux does for readyExpr. */
    vitals_text container;        /**< Names are also looked up inside it; may be absent. */
    const vitals_text *variables; /**< For the checker: each is a map(string, dyn). */
    size_t variable_count;
    const char *output_type;  /**< The type that the checker must deduce, or NULL for any. Flux's
                                  readyExpr: "bool", which a dyn is not. Needs `check`. */
    vitals_text declarations; /**< More declarations for the checker, as text; may be absent.
                                   Needs `check`. See below. */
    vitals_interrupt_fn interrupt; /**< Polled while compiling; NULL never interrupts. */
    void *interrupt_user;
} vitals_cel_options;

#define VITALS_CEL_OPTIONS_INIT                                                                    \
    {                                                                                              \
        sizeof(vitals_cel_options), NULL, NULL, VITALS_CEL_ENVIRONMENT_FLUX, false, { NULL, 0 },   \
            NULL, 0, NULL, { NULL, 0 }, NULL, NULL                                                 \
    }

/**
 * Compile a program. Errors of constant parts are reported here.
 *
 * Declarations are lines such as
 *
 *     replicas: int                                 a variable; overrides one of `variables`
 *     self: Widget
 *     fn(string, int): bool                         a function, for checking only: calling it
 *     string.shout(): string                        is an evaluation error
 *     message Widget { name: string, count: wrapper(int), parts: list(Part) }
 *     opaque pair(A, B)                             a type with a name and nothing else
 *     swap(pair(A, B)): pair(B, A)                  a capital letter stands for any type
 *
 * in any order, with types as cel-go writes them and the comments of CEL. They have the length
 * limit of an expression; a function may have 16 arguments and 24 overloads, a type 256 parts.
 *
 * Cost:   bounded by the limits cel_expression_code_points, cel_depth, cel_compile_cost and
 *         cel_program_bytes; `interrupt` is polled at least every few milliseconds.
 * Errors: VITALS_ESYNTAX, also when a limit is hit, which the text names. The diagnostic's rule is
 *         "cel-syntax" (the parser, or the checker) or "cel-program" (planning), with cel-go's text,
 *         types cut at 16 KiB. A type other than `output_type` is "cel-syntax" with Flux's text.
 *         "cel-declarations": the declarations are invalid; the position is the one in them.
 *         VITALS_EINVAL: an output type or declarations without `check`. VITALS_ESTOPPED by the
 *         interrupt. VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_cel_compile(vitals_text expression,
                                                            const vitals_cel_options *options,
                                                            vitals_cel_program **out,
                                                            vitals_diagnostics *diagnostics);
VITALS_API void vitals_cel_program_free(vitals_cel_program *program);

/** The type the checker deduced, such as "map(string, dyn)"; cut to `size`. "" when not checked. */
VITALS_API void vitals_cel_program_type(const vitals_cel_program *program, char *text, size_t size);

/** `allocator` may be NULL. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_cel_state_new(const vitals_allocator *allocator,
                                                              vitals_cel_state **out);
VITALS_API void vitals_cel_state_free(vitals_cel_state *state);

/** A variable whose value is a whole document. This struct never grows. */
typedef struct vitals_cel_variable {
    vitals_text name;
    const vitals_document *document;
} vitals_cel_variable;

/** What to evaluate over. Start from VITALS_CEL_INPUT_INIT. */
typedef struct vitals_cel_input {
    size_t struct_bytes;
    const vitals_document *object;        /**< Each of its top-level keys is a variable; or NULL. */
    const vitals_cel_variable *variables; /**< At most 8. */
    size_t variable_count;
    vitals_interrupt_fn interrupt; /**< NULL never interrupts. */
    void *interrupt_user;
    vitals_trace *trace; /**< Fields read and values of sub-expressions, or NULL. */
} vitals_cel_input;

#define VITALS_CEL_INPUT_INIT                                                                      \
    { sizeof(vitals_cel_input), NULL, NULL, 0, NULL, NULL, NULL }

/** The result of an evaluation. Texts are borrowed from the state until its next evaluation. */
typedef struct vitals_cel_answer {
    bool failed; /**< `text` is the error. */
    bool is_bool;
    bool is_true;
    const char *type; /**< "int", "list", "google.protobuf.Timestamp"; "" when it failed. Static. */
    vitals_text text; /**< The value as a CEL literal. */
    const char *limit; /**< Name of the limit that was hit, or NULL. */
    uint64_t cost;     /**< What the evaluation cost, in CEL's units. In an environment with a cost
                        limit, a checked expression costs exactly what cel-go counts. */
} vitals_cel_answer;

/**
 * Evaluate. An expression that fails is an answer, not a failed call. `input` may be NULL.
 *
 * Cost:   bounded by the limits cel_cost and cel_memory_bytes.
 * Errors: VITALS_ENOMEM; VITALS_EINVAL, too many variables.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_cel_evaluate(const vitals_cel_program *program,
                                                             vitals_cel_state *state,
                                                             const vitals_cel_input *input,
                                                             vitals_cel_answer *answer,
                                                             size_t answer_bytes);

/* ----------------------------------------------------------------- batches */

/** Answers lines of JSON. Threads: one at a time. */
typedef struct vitals_cel_batch vitals_cel_batch;

/** Both may be NULL. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_cel_batch_new(const vitals_allocator *allocator,
                                                              const vitals_limits *limits,
                                                              vitals_cel_batch **out);
VITALS_API void vitals_cel_batch_free(vitals_cel_batch *batch);

/** Asked while a line is read, compiled and evaluated; true stops the call with VITALS_ESTOPPED. NULL
 * never stops. */
VITALS_API void vitals_cel_batch_set_interrupt(vitals_cel_batch *batch,
                                               vitals_interrupt_fn interrupt, void *user);

/** Take time zones from an archive: see vitals_configuration_set_zones. It is not copied, and must outlive
 * the batch. Errors: VITALS_EINVAL, these are not time zones. */
VITALS_API VITALS_MUST_USE vitals_status vitals_cel_batch_set_zones(vitals_cel_batch *batch,
                                                                    const char *bytes, size_t size);

/**
 * Answer one line: {"env","mode":"parse_only|compile","container","disable_check","expr"} with
 * variables either as plain JSON in "vars" or typed ({"t","v"}) in "bindings". The answer is one
 * line, {"outcome":"value|eval_error|parse_error|program_error","type","text"}, borrowed from the
 * batch until the next call. When types are checked it also has "deduced", the type of the expression,
 * and, of a value in an environment of Kubernetes or Open Cluster Management, "cost": what the API server counts.
 * "declarations" are those of vitals_cel_compile, ignored when types are not checked.
 *
 * Errors: VITALS_ESYNTAX, the line is not such an object, or its declarations are invalid;
 *         VITALS_ELIMIT; VITALS_ENOMEM; VITALS_ESTOPPED.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_cel_batch_answer(vitals_cel_batch *batch,
                                                                 vitals_text line,
                                                                 vitals_text *answer,
                                                                 vitals_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
