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

/** How a verdict came about. Everything that is read from it is borrowed until it is freed. Threads: one
 * at a time. */
typedef struct vitals_explanation vitals_explanation;

/**
 * Assess an object and explain the verdict. `call` is as in vitals_assess, except that its trace is
 * ignored; with a set, the descendants of the object are assessed too. The call makes a worker of
 * its own. `call` and `allocator` may be NULL. `*out` is the caller's, to be freed with
 * vitals_explanation_free; the engine must outlive the call only.
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_explain(vitals_engine *engine,
                                                        const vitals_document *document,
                                                        const vitals_call *call,
                                                        const vitals_allocator *allocator,
                                                        vitals_explanation **out);
/** Which rule would decide for a kind: the explanation of an object with nothing but its kind. The rest
 * is as for vitals_explain. */
VITALS_API VITALS_MUST_USE vitals_status vitals_explain_kind(vitals_engine *engine,
                                                             vitals_text group, vitals_text kind,
                                                             const vitals_call *call,
                                                             const vitals_allocator *allocator,
                                                             vitals_explanation **out);
VITALS_API void vitals_explanation_free(vitals_explanation *explanation);

/** The verdict that is explained. */
VITALS_API const vitals_verdict *vitals_explanation_verdict(const vitals_explanation *explanation);
/** Steps or CEL cost of the deciding rule without a trace. `*limit` is the name of the limit that
 * applies, or NULL, and `*most_steps` its value; both may be NULL. */
VITALS_API uint64_t vitals_explanation_steps(const vitals_explanation *explanation,
                                             const char **limit, uint64_t *most_steps);
/** The name of the limit at which fields and sub-expressions were cut, or NULL. */
VITALS_API const char *vitals_explanation_limit(const vitals_explanation *explanation);
/** Whether the key of the deciding rule is a pattern. */
VITALS_API bool vitals_explanation_is_wildcard(const vitals_explanation *explanation);
/** The key of the argocd-cm that is nearest to this kind when none matches, or absent. */
VITALS_API vitals_text vitals_explanation_nearest(const vitals_explanation *explanation);

/** A source of rules. Sources are in the order of the profile. */
typedef struct vitals_considered {
    vitals_source source;
    const char *outcome; /**< "decided", "failed", "no", "none", "no opinion", "not asked",
                           "overruled". Static. */
    vitals_text text;    /**< Why; may be empty. */
} vitals_considered;

/** A field that the deciding rule read. Changing it may change the verdict. */
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

/** A subexpression of a CEL expression and its value. */
typedef struct vitals_subexpression {
    vitals_text text, value;
} vitals_subexpression;

/** The verdict of another profile on the same object. */
typedef struct vitals_other_profile {
    vitals_profile profile;
    vitals_health health;
    vitals_kstatus kstatus; /**< NONE in the profiles that do not use kstatus. */
    vitals_text message;
    bool agrees;
} vitals_other_profile;

/** An object of the set that this one owns, directly or not, and that is not healthy. It does not
 * affect the verdict. */
typedef struct vitals_descendant {
    vitals_text kind, name;
    vitals_health health;
    vitals_text message;
} vitals_descendant;

/**
 * The whole script of the rule that decided, where that is a customization or a bundled check; the expressions of
 * an entry of healthCheckExprs as YAML, such as "failed: status.phase == 'Bad'"; absent where it is neither. Line 1
 * of a script is `script_line` 1 of vitals_explanation_line_at. Part of the explanation.
 */
VITALS_API vitals_text vitals_explanation_script(const vitals_explanation *explanation);

/**
 * The deepest descendant that is not healthy, with what keeps it from being so: "Pod/web-1: container
 * web: CrashLoopBackOff, exited with 137 (OOMKilled)". For a Pod what it says of itself. Absent when
 * nothing explains the verdict, and when the object is healthy.
 */
VITALS_API vitals_text vitals_explanation_because(const vitals_explanation *explanation);

/**
 * The explanation as one JSON object without a line break, as `vitals explain -o json` prints it:
 * docs/schema/explanation.schema.json. `*text` is the caller's, to be freed with vitals_text_free and the
 * allocator of the explanation.
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_explanation_json(const vitals_explanation *explanation, char **text, size_t *size);

/** The entries at `index`, from 0. The getters return false past the end. Descendants come owner by
 * owner, each before what it owns. */
VITALS_API bool vitals_explanation_considered_at(const vitals_explanation *explanation,
                                                 size_t index, vitals_considered *out,
                                                 size_t out_bytes);
VITALS_API bool vitals_explanation_field_at(const vitals_explanation *explanation, size_t index,
                                            vitals_field *out, size_t out_bytes);
VITALS_API bool vitals_explanation_line_at(const vitals_explanation *explanation, size_t index,
                                           vitals_script_line *out, size_t out_bytes);
VITALS_API bool vitals_explanation_subexpression_at(const vitals_explanation *explanation,
                                                    size_t index, vitals_subexpression *out,
                                                    size_t out_bytes);
VITALS_API bool vitals_explanation_other_profile_at(const vitals_explanation *explanation,
                                                    size_t index, vitals_other_profile *out,
                                                    size_t out_bytes);
VITALS_API bool vitals_explanation_descendant_at(const vitals_explanation *explanation,
                                                 size_t index, vitals_descendant *out,
                                                 size_t out_bytes);

#ifdef __cplusplus
}
#endif

#endif
