/**
 * vitals/coverage.h: what an answer covers.
 *
 * An answer about objects is worth what it has seen. A vitals_coverage_list holds the parts that were to be judged: input
 * files and documents, kinds of a cluster by namespace, members of an application. Each part has a state:
 *
 *     read         it was judged
 *     excluded     the settings leave it out
 *     forbidden    the user has no right to read it
 *     narrowed     less was read than was asked for
 *     lost         it was there, or should be: no answer came, or the answer broke off
 *     unreadable   it is there and cannot be read
 *     unknown      nobody says: an aggregate of an older version, a kind that is not listed yet
 *
 * vitals_coverage_judge applies the rule of profile combined: an answer that may lack what is narrowed, lost or unreadable is
 * Unknown, or stays Degraded. What is forbidden or unknown leaves the status and marks it incomplete. What is read or
 * excluded, and kinds that have no health, change nothing. The other profiles keep the status of the real engine and have
 * coverage beside it.
 *
 *     vitals_coverage_new(NULL, &list);
 *     part.state = VITALS_COVERAGE_LOST;
 *     vitals_coverage_add(list, &part);
 *     vitals_coverage_judge(list, NULL, &health, &incomplete, &remark);
 *
 * A list serves one thread at a time. The rules of <vitals/vitals.h> hold. docs/coverage.md explains the model.
 */
#ifndef VITALS_COVERAGE_H
#define VITALS_COVERAGE_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VITALS_COVERAGE_STATE_MAP(X)                                                               \
    X(READ, "read")                                                                                \
    X(EXCLUDED, "excluded")                                                                        \
    X(FORBIDDEN, "forbidden")                                                                      \
    X(UNKNOWN, "unknown")                                                                          \
    X(NARROWED, "narrowed")                                                                        \
    X(LOST, "lost")                                                                                \
    X(UNREADABLE, "unreadable")

/** Of a part. A later one says more about what an answer may lack. */
typedef enum vitals_coverage_state {
#define VITALS_X(name, text) VITALS_COVERAGE_##name,
    VITALS_COVERAGE_STATE_MAP(VITALS_X)
#undef VITALS_X
        VITALS_COVERAGE_STATE_COUNT
} vitals_coverage_state;

/** The texts of the map; "" for anything else. Static. */
VITALS_API const char *vitals_coverage_state_name(vitals_coverage_state state);
/** The state with this name; VITALS_COVERAGE_STATE_COUNT: there is none. */
VITALS_API vitals_coverage_state vitals_coverage_state_from_name(vitals_text name);
/** Whether an answer that may lack the part cannot be Healthy: narrowed, lost, unreadable. */
VITALS_API bool vitals_coverage_state_loses(vitals_coverage_state state);

/** No time is known. */
#define VITALS_COVERAGE_NO_TIME INT64_MIN

/** One part. Absent texts do not apply. Start from VITALS_COVERAGE_PART_INIT. New fields go last. */
typedef struct vitals_coverage_part {
    size_t struct_bytes;
    vitals_text cluster; /**< Only answers about it may lack the part; absent: all may. */
    vitals_text
        what; /**< The file, the resource ("deployments.apps") or the object ("Pod/web-1"). */
    vitals_text namespace_;  /**< Where; absent: in all, or none. */
    vitals_text group, kind; /**< Of a kind or an object of a cluster. */
    vitals_text reason;
    int64_t listed_ms; /**< Unix time at which it was read last, or VITALS_COVERAGE_NO_TIME. */
    vitals_coverage_state state;
    uint32_t line, column; /**< In the file; 0: of all of it. */
    bool outside;          /**< The kind has no namespaces. */
    bool
        healthless; /**< Nothing of it is judged, such as a Secret: no answer is worse without it. */
    uint8_t reserved[2];
} vitals_coverage_part;

#define VITALS_COVERAGE_PART_INIT                                                                  \
    {                                                                                              \
        sizeof(vitals_coverage_part), { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, { NULL, 0 },          \
            { NULL, 0 }, { NULL, 0 }, VITALS_COVERAGE_NO_TIME, VITALS_COVERAGE_READ, 0, 0, false,  \
            false, {                                                                               \
            0                                                                                      \
        }                                                                                          \
    }

/** Parts in the order in which they were found. */
typedef struct vitals_coverage_list vitals_coverage_list;

/** Of so many parts the texts are kept; of further ones that lose something only the number is. */
#define VITALS_COVERAGE_PARTS 100

/** `allocator` NULL for malloc. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_coverage_new(const vitals_allocator *allocator,
                                                             vitals_coverage_list **out);
VITALS_API void vitals_coverage_free(vitals_coverage_list *list);
/** Empty it. */
VITALS_API void vitals_coverage_clear(vitals_coverage_list *list);

/** Add a part, whose texts are copied; one that is there already is not added again. Beyond VITALS_COVERAGE_PARTS it is
 * counted when it loses something, and else dropped. Errors: VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_coverage_add(vitals_coverage_list *list,
                                                             const vitals_coverage_part *part);
/** Add the first `most` parts of another list, and what that counts beyond if all of them are taken. Errors: VITALS_EINVAL,
 * the same list; VITALS_ENOMEM, some were added. */
VITALS_API VITALS_MUST_USE vitals_status vitals_coverage_add_list(vitals_coverage_list *list,
                                                                  const vitals_coverage_list *from,
                                                                  size_t most);
/** Count further parts that lose something. */
VITALS_API void vitals_coverage_add_more(vitals_coverage_list *list, size_t count);
/** Give parts of no cluster this one. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_coverage_set_cluster(vitals_coverage_list *list,
                                                                     vitals_text cluster);

/** Parts that are kept; 0 for NULL. */
VITALS_API size_t vitals_coverage_count(const vitals_coverage_list *list);
/** Parts beyond those that lose something; they may be of any cluster. */
VITALS_API size_t vitals_coverage_more(const vitals_coverage_list *list);
/** One part; its texts are borrowed until the list changes. false past the end. */
VITALS_API bool vitals_coverage_at(const vitals_coverage_list *list, size_t index,
                                   vitals_coverage_part *out, size_t out_bytes);

/** Whom a list is asked for. Start from VITALS_COVERAGE_QUESTION_INIT. New fields go last. */
typedef struct vitals_coverage_question {
    size_t struct_bytes;
    /** Whether the answer may lack a part; NULL: it may lack all. Called in the order of the list. */
    bool (*touches)(void *user, const vitals_coverage_part *part);
    void *user;
    size_t read;  /**< Parts that were read and are not in the list; 0: not known. */
    bool members; /**< The parts are members of an application, and not parts of an input. */
    uint8_t reserved[7];
} vitals_coverage_question;

#define VITALS_COVERAGE_QUESTION_INIT                                                              \
    {                                                                                              \
        sizeof(vitals_coverage_question), NULL, NULL, 0, false, {                                  \
            0                                                                                      \
        }                                                                                          \
    }

/** How many parts that the answer may lack lose something. `question` NULL: all parts. */
VITALS_API size_t vitals_coverage_lost(const vitals_coverage_list *list,
                                       const vitals_coverage_question *question);

/**
 * The status in profile combined. Pass the health of what was read in `*health`. It becomes Unknown where the answer
 * may lack something, unless it is Degraded. `*incomplete` says whether only parts are lacking that do not change the status.
 * `*remark` is a sentence for people, such as "2 of 14 members could not be read: Pod/web-1 in shop: …"; empty when
 * nothing lacks. It is borrowed until the list is used again, and escapes nothing.
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM; nothing is changed.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_coverage_judge(vitals_coverage_list *list, const vitals_coverage_question *question,
                      vitals_health *health, bool *incomplete, vitals_text *remark);

/** {"complete":…,"parts":[…]}, as docs/schema/coverage.schema.json describes it. Borrowed until the list is used again.
 * Errors: VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_coverage_json(vitals_coverage_list *list,
                                                              vitals_text *json);
/** Add the parts of such an object, which is `value` of a document. A part without a known state is lost. Errors:
 * VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_coverage_add_json(vitals_coverage_list *list,
                                                                  const vitals_document *document,
                                                                  const vitals_value *value);

/** Add the errors of diagnostics, which a stream, a document or rules reported, as parts that are unreadable. `file` names
 * what has no file of its own; it may be NULL. Errors: VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_coverage_add_diagnostics(
    vitals_coverage_list *list, const vitals_diagnostics *diagnostics, const char *file);

/* ------------------------------------------------------------ applications */

/**
 * Say what an application lacks beside the resources that were put: its members in the list. An empty list says that
 * nothing is. Health and message follow vitals_coverage_judge, the health in profile combined alone; partial aggregates
 * carry the list, and merging adds it. Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_cover(vitals_application *application,
                                                                  const vitals_coverage_list *list);
/** What was added so; NULL: nothing. Borrowed until the application changes. */
VITALS_API const vitals_coverage_list *
vitals_application_coverage(const vitals_application *application);
/** Whether the health covers only a part: some members are forbidden or unknown. Returns false if memory runs out. */
VITALS_API bool vitals_application_incomplete(vitals_application *application);

#ifdef __cplusplus
}
#endif

#endif
