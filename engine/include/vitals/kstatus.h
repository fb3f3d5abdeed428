/**
 * kstatus on its own: the status of an object as sigs.k8s.io/cli-utils (the fork that Flux builds
 * in) computes it. The conventions of <vitals/vitals.h> hold.
 */
#ifndef VITALS_KSTATUS_H
#define VITALS_KSTATUS_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a computation, which owns its texts until the next one. One result may be used for any
 * number of calls, by one thread at a time. */
typedef struct vitals_kstatus_result vitals_kstatus_result;

/** `allocator` may be NULL. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status
vitals_kstatus_result_new(const vitals_allocator *allocator, vitals_kstatus_result **out);
VITALS_API void vitals_kstatus_result_free(vitals_kstatus_result *result);

/** How to read the object. */
typedef enum vitals_kstatus_reader {
    VITALS_KSTATUS_READER_COMPUTE,  /**< status.Compute: the object alone. */
    VITALS_KSTATUS_READER_POLLING,  /**< The polling package: ReplicaSets and StatefulSets fail
                                         with their Pods in the set. */
    VITALS_KSTATUS_READER_FLUX_JOB, /**< Flux's reader of batch Jobs. */
    VITALS_KSTATUS_READER_HELM, /**< What `helm --wait` of Helm 4.1.2 and later sees: as POLLING,
                                         paused Deployments skipped. */
    VITALS_KSTATUS_READER_HELM_JOBS, /**< The same with --wait-for-jobs. */
    VITALS_KSTATUS_READER_HELM_4_0,  /**< As HELM, for Helm 4.0.0 to 4.1.1: every failed Pod fails
                                          its parent, even one that waits for a node. */
    VITALS_KSTATUS_READER_HELM_4_0_JOBS /**< The same with --wait-for-jobs. */
} vitals_kstatus_reader;

/**
 * Compute the status of one object. `set` may be NULL; READER_POLLING and the readers of Helm use it.
 *
 * The call succeeds for an object that upstream refuses: the status is then Unknown and
 * vitals_kstatus_result_error gives upstream's text. `now_seconds` is Unix time: kstatus gives a Pod 15 s
 * to be scheduled.
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_kstatus_compute(const vitals_document *document,
                                                                vitals_kstatus_reader reader,
                                                                int64_t now_seconds,
                                                                const vitals_set *set,
                                                                vitals_kstatus_result *result);

VITALS_API vitals_kstatus vitals_kstatus_result_status(const vitals_kstatus_result *result);
/** Never absent. */
VITALS_API vitals_text vitals_kstatus_result_message(const vitals_kstatus_result *result);
/** Upstream's error text, or absent. */
VITALS_API vitals_text vitals_kstatus_result_error(const vitals_kstatus_result *result);
/** Id of the row of the decision table that decided, such as "Pod/3-ready". Static. */
VITALS_API const char *vitals_kstatus_result_row(const vitals_kstatus_result *result);

/** A standard condition (Reconciling or Stalled) that the computation derived. */
typedef struct vitals_kstatus_condition {
    vitals_text type, status, reason, message;
} vitals_kstatus_condition;

/** The condition at `index`; false past the end. There is at most one. Borrowed from the result. */
VITALS_API bool vitals_kstatus_result_condition(const vitals_kstatus_result *result, size_t index,
                                                vitals_kstatus_condition *out, size_t out_bytes);

/**
 * Make a copy of the object with the standard conditions written into .status.conditions and
 * everything else unchanged. `allocator` may be NULL.
 *
 * Errors: VITALS_ESYNTAX, upstream refuses the object; the diagnostic has its text. VITALS_EINVAL,
 *         VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_kstatus_augment(const vitals_document *document,
                                                                int64_t now_seconds,
                                                                const vitals_allocator *allocator,
                                                                vitals_document **out,
                                                                vitals_diagnostics *diagnostics);

/**
 * Whether the generations of the object cannot be compared: metadata.generation or an
 * observedGeneration (of the status or of a condition) is not an integer, or an
 * observedGeneration is ahead of metadata.generation. kstatus refuses such an object or waits
 * forever, and the generation check in front of Flux's expressions lets it through. `text` gets
 * a sentence about the first such field, cut to `size` bytes.
 */
VITALS_API bool vitals_kstatus_generation_problem(const vitals_document *document, char *text,
                                                  size_t size);

/**
 * The aggregate of several statuses: Failed when any is Failed, else Unknown when any is Unknown,
 * else `desired` when all are (also when `count` is 0), else InProgress.
 */
VITALS_API vitals_kstatus vitals_kstatus_aggregate(const vitals_kstatus *statuses, size_t count,
                                                   vitals_kstatus desired);

#ifdef __cplusplus
}
#endif

#endif
