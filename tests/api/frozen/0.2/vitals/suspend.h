/**
 * vitals/suspend.h: which kinds can be suspended, and the patches that suspend and resume an object.
 *
 * Part of the library vitals_cluster. Nothing here sends a request: the host sends the patches, with
 * vitals_cluster_patch or by its own client.
 *
 *     vitals_suspend_plan_new(group, kind, &options, &plan, diagnostics);
 *     for (step = vitals_suspend_plan_first(plan); step != VITALS_SUSPEND_DONE; step = next)
 *         vitals_suspend_plan_at(plan, step, &patch, sizeof patch);      send patch.body, look at the answer
 *
 * The rules of <vitals/vitals.h> hold.
 */
#ifndef VITALS_SUSPEND_H
#define VITALS_SUSPEND_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A kind that can be suspended. Static texts. */
typedef struct vitals_suspendable {
    vitals_text group; /**< "*.crossplane.io": every group that ends so. */
    vitals_text kind;  /**< "*": every kind of the group. */
    vitals_text where; /**< What is set, such as "spec.suspend". */
    vitals_text note;  /**< What suspending means here; absent: nothing special. */
    bool needs_force;  /**< Only with `force_kind`: the kind has no switch of its own. */
    uint8_t reserved[7];
} vitals_suspendable;

/** The kinds, for listing: `index` counts from 0; false past the end. */
VITALS_API bool vitals_suspendable_at(size_t index, vitals_suspendable *out, size_t out_bytes);
/** The row of one kind; false: it cannot be suspended. */
VITALS_API bool vitals_suspendable_of(vitals_text group, vitals_text kind, vitals_suspendable *out,
                                      size_t out_bytes);

/** Whether an object is suspended by the switch of its kind; false for kinds without one. */
VITALS_API bool vitals_document_suspended(const vitals_document *document);
/** The reason that was given: our annotation suspend.vitals/message, else those of Flux's proposals.
 * Absent: none. */
VITALS_API vitals_text vitals_document_suspend_message(const vitals_document *document);

/** Start from VITALS_SUSPEND_OPTIONS_INIT. New fields go last. */
typedef struct vitals_suspend_options {
    size_t struct_bytes;
    const vitals_allocator *allocator; /**< NULL for malloc. Copied. */
    vitals_text message;               /**< The reason; absent: none. */
    /** The object as it was read, or NULL. With it nothing is done that is done already. */
    const vitals_document *object;
    bool resume;
    bool force_kind;
    bool only_if_unchanged; /**< The patch fails with 409 when the object has changed since. */
    uint8_t reserved[5];
} vitals_suspend_options;

#define VITALS_SUSPEND_OPTIONS_INIT                                                                \
    {                                                                                              \
        sizeof(vitals_suspend_options), NULL, { NULL, 0 }, NULL, false, false, false, {            \
            0                                                                                      \
        }                                                                                          \
    }

/** The patches that switch one object. */
typedef struct vitals_suspend_plan vitals_suspend_plan;

/**
 * Plan to suspend or resume an object of this kind. A plan without steps: it is so already.
 *
 * Errors: VITALS_ENOTFOUND, the kind cannot be suspended; VITALS_EINVAL, the kind needs `force_kind`, or
 *         `object` is needed; VITALS_ECONFIG, the library was built without VITALS_CLUSTER_WRITE;
 *         VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_suspend_plan_new(vitals_text group, vitals_text kind, const vitals_suspend_options *options,
                        vitals_suspend_plan **out, vitals_diagnostics *diagnostics);
VITALS_API void vitals_suspend_plan_free(vitals_suspend_plan *plan);

/** No further step. */
#define VITALS_SUSPEND_DONE SIZE_MAX

/** One patch, of type application/merge-patch+json. */
typedef struct vitals_suspend_step {
    vitals_text subresource; /**< Absent: the object itself. */
    vitals_text body;
    size_t next;              /**< The step after a success, or VITALS_SUSPEND_DONE. */
    size_t next_if_not_found; /**< The step after a 404; VITALS_SUSPEND_DONE: it is an error. */
} vitals_suspend_step;

/** The first step, or VITALS_SUSPEND_DONE. */
VITALS_API size_t vitals_suspend_plan_first(const vitals_suspend_plan *plan);
/** A step; false: there is none of this number. Borrowed from the plan. */
VITALS_API bool vitals_suspend_plan_at(const vitals_suspend_plan *plan, size_t step,
                                       vitals_suspend_step *out, size_t out_bytes);

/**
 * What a GitOps controller will do to the patch: "managed by Kustomization flux-system/apps: it will reset
 * spec.suspend unless it is suspended too". The caller frees `*text` with vitals_text_free.
 *
 * Errors: VITALS_ENOTFOUND, nobody will undo it; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_suspend_undone_by(const vitals_document *document,
                                                                  const vitals_allocator *allocator,
                                                                  char **text, size_t *size);

#ifdef __cplusplus
}
#endif

#endif
