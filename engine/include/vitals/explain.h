/**
 * Explanations: which rule decided, which fields it read, why the other rules did not decide, and
 * what the other profiles say. The conventions of <vitals/vitals.h> hold.
 */
#ifndef VITALS_EXPLAIN_H
#define VITALS_EXPLAIN_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------ explanations */

/** How a verdict came about. Everything is borrowed from it. */
typedef struct vitals_explanation vitals_explanation;

/**
 * Assess an object and tell why the verdict is what it is. `call` as in vitals_assess, its trace
 * left out of account; with a set, the objects below this one are looked at as well. It makes a
 * worker of its own. `allocator` may be NULL.
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_explain(vitals_engine *engine,
                                                        const vitals_document *document,
                                                        const vitals_call *call,
                                                        const vitals_allocator *allocator,
                                                        vitals_explanation **out);
/** Which rule would decide for a kind: an explanation of an object that has nothing but its kind. */
VITALS_API VITALS_MUST_USE vitals_status vitals_explain_kind(vitals_engine *engine,
                                                             vitals_text group, vitals_text kind,
                                                             const vitals_call *call,
                                                             const vitals_allocator *allocator,
                                                             vitals_explanation **out);
VITALS_API void vitals_explanation_free(vitals_explanation *explanation);

VITALS_API const vitals_verdict *vitals_explanation_verdict(const vitals_explanation *explanation);
/** What the deciding rule cost without being watched, and the name of the limit on it, or NULL. */
VITALS_API uint64_t vitals_explanation_steps(const vitals_explanation *explanation,
                                             const char **limit, uint64_t *most_steps);
/** Whether the key of the deciding rule is a pattern. */
VITALS_API bool vitals_explanation_is_wildcard(const vitals_explanation *explanation);
/** The key of an argocd-cm that is most like this kind where none is for it, or absent. */
VITALS_API vitals_text vitals_explanation_nearest(const vitals_explanation *explanation);

/** A source of rules, in the order of the profile. */
typedef struct vitals_considered {
    vitals_source source;
    const char
        *outcome;     /**< "decided", "failed", "no", "none", "no opinion", "not asked". Static. */
    vitals_text text; /**< Why; may be empty. */
} vitals_considered;

/** A field that the deciding rule read. Changed, it may change the verdict. */
typedef struct vitals_field {
    vitals_text path;  /**< ".status.conditions[0].type", counted from 0. */
    vitals_text value; /**< As JSON; absent when the field is. */
} vitals_field;

/** A line of the script around the one that decided. */
typedef struct vitals_script_line {
    uint32_t line;        /**< Of the file that holds the script. */
    uint32_t script_line; /**< Of the script. */
    bool decided;
    vitals_text text;
} vitals_script_line;

/** A part of a CEL expression and its value. */
typedef struct vitals_subexpression {
    vitals_text text, value;
} vitals_subexpression;

/** What another profile says of the same object. */
typedef struct vitals_elsewhere {
    vitals_profile profile;
    vitals_health health;
    vitals_kstatus kstatus; /**< NONE in the profiles that do not speak kstatus. */
    vitals_text message;
    bool agrees;
} vitals_elsewhere;

/** An object of the set below this one that is not healthy; it does not count. */
typedef struct vitals_below {
    vitals_text kind, name;
    vitals_health health;
    vitals_text message;
} vitals_below;

/** All: false past the end. */
VITALS_API bool vitals_explanation_considered_at(const vitals_explanation *explanation,
                                                 size_t index, vitals_considered *out);
VITALS_API bool vitals_explanation_field_at(const vitals_explanation *explanation, size_t index,
                                            vitals_field *out);
VITALS_API bool vitals_explanation_line_at(const vitals_explanation *explanation, size_t index,
                                           vitals_script_line *out);
VITALS_API bool vitals_explanation_subexpression_at(const vitals_explanation *explanation,
                                                    size_t index, vitals_subexpression *out);
VITALS_API bool vitals_explanation_elsewhere_at(const vitals_explanation *explanation, size_t index,
                                                vitals_elsewhere *out);
VITALS_API bool vitals_explanation_below_at(const vitals_explanation *explanation, size_t index,
                                            vitals_below *out);

#ifdef __cplusplus
}
#endif

#endif
