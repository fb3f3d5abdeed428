/**
 * vitals/why.h: why an object is not healthy, from the objects around it.
 *
 *     vitals_why_new(worker, &call, &options, &why);          over a set of objects
 *     vitals_why_ask(why, document, &index);                  of the set, or not
 *     vitals_why_finding_at(why, index, &finding, sizeof finding);
 *
 * A host that reads many objects and keeps none of them keeps a note of each that is not healthy, a few
 * hundred bytes, and asks about the notes:
 *
 *     vitals_why_note_new(document, verdict, seed, NULL, &note);
 *     vitals_why_because(why, index, &text, &size);
 *
 * From the object in question its owned objects are followed, and what it refers to by name: members of an
 * application, dependencies and sources, claims, nodes, issuers, targets. The deepest one that is not
 * healthy, at most 64 levels away, explains it, by its own fields and by its last Warning event that does
 * not repeat them.
 *
 * Objects of kind Event are read where they are in the set; those of v1 and of events.k8s.io.
 *
 * The rules of <vitals/vitals.h> hold. Threads: one at a time.
 */
#ifndef VITALS_WHY_H
#define VITALS_WHY_H

#include <vitals/live.h>
#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What questions need to know of one object or event. Immutable. */
typedef struct vitals_why_note vitals_why_note;

/** Questions about the objects of one set, and the findings. */
typedef struct vitals_why vitals_why;

/** Start from VITALS_WHY_OPTIONS_INIT. New fields go last. */
typedef struct vitals_why_options {
    size_t struct_bytes;
    const vitals_allocator *allocator; /**< NULL for malloc. Copied. */
    /** The objects around. Neither it nor its objects may change while the questions live. NULL: none. */
    const vitals_set *set;
    int64_t changes_seconds; /**< How long before the health changed a change is named; 0: 600. */
    bool without_events;     /**< Do not look at events. */
    bool
        with_blocks; /**< A PodDisruptionBudget that lets no Pod go, and a cordoned node that has such Pods, are
                       * findings although they are healthy. */
    uint8_t reserved[6];
    /** In place of a set: notes made with one seed, for vitals_why_because alone. Borrowed. */
    const vitals_why_note *const *notes;
    size_t note_count;
} vitals_why_options;

#define VITALS_WHY_OPTIONS_INIT                                                                    \
    { sizeof(vitals_why_options), NULL, NULL, 0, false, false, { 0 }, NULL, 0 }

/**
 * Prepare questions: one walk over the set. `call` may be NULL; its set and trace are ignored. The worker
 * is borrowed and used by every question.
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_why_new(vitals_worker *worker,
                                                        const vitals_call *call,
                                                        const vitals_why_options *options,
                                                        vitals_why **out);
/** Everything that was read from it is gone. */
VITALS_API void vitals_why_free(vitals_why *why);

/** Whether a question may need an object, by its verdict: a host that does not keep all objects keeps
 * these. `verdict` may be NULL for an object of kind Event. */
VITALS_API bool vitals_why_needs(const vitals_document *document, const vitals_verdict *verdict);

/**
 * Note an object and its verdict, or an event with NULL. `seed` is a number that those who write the
 * objects do not know. Free it with vitals_why_note_free and the same allocator (NULL for malloc).
 *
 * Threads: any number at a time.
 * Errors:  VITALS_ENOTFOUND, vitals_why_needs is false; VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_why_note_new(const vitals_document *document,
                                                             const vitals_verdict *verdict,
                                                             uint64_t seed,
                                                             const vitals_allocator *allocator,
                                                             vitals_why_note **out);
VITALS_API void vitals_why_note_free(const vitals_allocator *allocator, vitals_why_note *note);

/**
 * The line `because` of a finding about the object of a note, by the notes of the options. The caller frees
 * `*text` with vitals_text_free and the allocator of the options.
 *
 * Errors: as vitals_why_ask.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_why_because(vitals_why *why, size_t note,
                                                            char **text, size_t *size);

/** Why one object is not healthy. Borrowed from the questions and the set. */
typedef struct vitals_why_finding {
    const vitals_document *object; /**< That was asked about. */
    vitals_health health;
    vitals_kstatus kstatus; /**< NONE in the profiles combined and argocd. */
    vitals_text message;    /**< Of the verdict; may be empty. */
    vitals_source source;   /**< Which kind of rule decided. */
    /** The cause stays until somebody changes something: an image that cannot be pulled, a crash loop, missing
     * configuration, a quota, a webhook, or a Pod for which the autoscaler adds no node. Not of what a rollout is
     * about to replace. */
    bool lasts;
    uint8_t reserved[3];
    vitals_text rule, rule_at; /**< Its id and "file:line"; absent: none, or built in. */
    vitals_text row;           /**< Of a decision table; absent: none. */
    vitals_text line_at; /**< "file:line" that decided, or "line N" of a script that is built in. */
    int64_t since_seconds; /**< When the health changed, or INT64_MIN. */

    const vitals_document *cause; /**< The object that explains it; it may be `object`. */
    /** One line: "Pod/web-1: container web: CrashLoopBackOff, exited with 137 (OOMKilled)". Of the
     * object itself without its name, and only what its message does not say. May be empty. */
    vitals_text because;
    /** What findings with one cause share, such as "quota small in shop"; never empty. */
    vitals_text cause_key;
    size_t
        first; /**< The first finding with the same cause: its own index when there is none before. */

    const vitals_document *deliverer; /**< Application, Kustomization or HelmRelease; NULL: none. */
    vitals_live_delivery_info delivery;
    vitals_text next; /**< A command that shows more; absent: none. */
    size_t event_count, change_count;
    const char *limit; /**< The limit at which the search ended, or NULL. */
    size_t
        detail_count; /**< 0 unless `first` is this finding: all with one cause have the same details. */
} vitals_why_finding;

/**
 * Ask about one object. Of one that was asked about before the finding is the same.
 *
 * Cost:   the objects that are reached, up to limit why_objects, and their events.
 * Errors: VITALS_ENOTFOUND, it is healthy or its health is not known, nothing that it started or
 *         delivers has failed, and `with_blocks` does not make it a finding; VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_why_ask(vitals_why *why,
                                                        const vitals_document *document,
                                                        size_t *index);

/** The findings, in the order of the questions; false past the end. */
VITALS_API size_t vitals_why_finding_count(const vitals_why *why);
VITALS_API bool vitals_why_finding_at(const vitals_why *why, size_t index, vitals_why_finding *out,
                                      size_t out_bytes);

/** A line below the cause, with the number or field that decides: "requests 100 cpu; the most that is free is 7200m, on
 * node n1 (8 allocatable)". Borrowed from the questions; false past the end. */
VITALS_API bool vitals_why_detail_at(const vitals_why *why, size_t finding, size_t index,
                                     vitals_text *out);

/** A Warning event of the object, or of those on the way to its cause. */
typedef struct vitals_why_event {
    const vitals_document *event;
    vitals_text kind, name; /**< Of the object that it is about. */
    vitals_text reason, message;
    int64_t at_seconds; /**< When it came last, or INT64_MIN. */
    uint64_t count;     /**< How often; at least 1. */
} vitals_why_event;

/** The last three events of a finding, the latest first, without those about a state that the object has left; equal ones
 * are one. False past the end. */
VITALS_API bool vitals_why_event_at(const vitals_why *why, size_t finding, size_t index,
                                    vitals_why_event *out, size_t out_bytes);

/** What somebody wrote shortly before, by metadata.managedFields. Written by controllers into status or
 * into objects that others own: not there. */
typedef struct vitals_why_change {
    const vitals_document *object;
    vitals_text manager;   /**< "kubectl-edit". */
    vitals_text operation; /**< "Apply" or "Update". */
    int64_t at_seconds;
    /** The fields that the manager wrote, outside the metadata, at most three and how many more there are:
     * ".spec.template.spec.containers[name=web].image". Empty: none, or not known. */
    vitals_text fields;
} vitals_why_change;

/** The changes of a finding, the latest first; false past the end. */
VITALS_API bool vitals_why_change_at(const vitals_why *why, size_t finding, size_t index,
                                     vitals_why_change *out, size_t out_bytes);

/**
 * A finding as one JSON object without a line break: docs/schema/why.schema.json. The caller frees `*text`
 * with vitals_text_free and the allocator of the options.
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_why_json(const vitals_why *why, size_t finding,
                                                         char **text, size_t *size);

/**
 * What keeps a Pod from running, in one line: "not scheduled: 0/3 nodes are available", "Evicted: …",
 * "init container migrate: exited with 1 (Error)". Empty when nothing does, and for other objects.
 * The caller frees `*cause` with vitals_text_free and the same allocator (NULL for malloc).
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_pod_cause(const vitals_document *document,
                                                          const vitals_allocator *allocator,
                                                          char **cause, size_t *size);

#ifdef __cplusplus
}
#endif

#endif
