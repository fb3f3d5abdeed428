/**
 * Tests of health checks: runs the fixtures of check trees as Argo CD does, measures what they
 * cover, tries checks on objects that no fixture covers, and drafts new checks. The conventions of
 * <vitals/vitals.h> hold. The directories named are read; nothing else of the world is.
 */
#ifndef VITALS_TESTING_H
#define VITALS_TESTING_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------- tests */

/** What a test came to. */
typedef enum vitals_outcome {
    VITALS_OUTCOME_PASSED,
    VITALS_OUTCOME_FAILED,
    VITALS_OUTCOME_SKIPPED /**< An action test, which needs Argo CD itself; or a kind that the tree
                                which was named as `checks` does not know: `error` says so. */
} vitals_outcome;

/** One item of a health_test.yaml and what came of it. Absent text: does not apply. */
typedef struct vitals_test {
    vitals_outcome outcome;
    vitals_text name;  /**< "group/Kind/testdata/x.yaml", as Argo CD calls the sub-test. */
    vitals_text file;  /**< The health_test.yaml. */
    uint32_t line;     /**< Of the item in it; 0 when not known. */
    vitals_text input; /**< Path of the object. */
    vitals_text rule;  /**< Key or directory of the check that judged. */
    vitals_text expected_status, expected_message;
    vitals_text status, message; /**< What the check gave. */
    vitals_text error;           /**< Why there was no answer. */
    vitals_text script;          /**< File that holds the script. */
    uint32_t script_line;        /**< Line of that file which returned or failed, or 0. */
    vitals_text script_text;     /**< That line. */
    uint64_t steps;              /**< What the run cost. */
} vitals_test;

/** What a check did with an object nobody wrote a fixture for. */
typedef struct vitals_young_finding {
    vitals_text check;    /**< Directory of the check. */
    vitals_text state;    /**< What is special about the object: "no status". */
    vitals_text text;     /**< The error, or the answer that is too harsh. */
    vitals_text script;   /**< File that holds the script. */
    uint32_t script_line; /**< Or 0. */
    vitals_text script_text;
    vitals_text object;    /**< The smallest object that shows it, as YAML. */
    vitals_text directory; /**< Of the check, for saving the object. */
    bool failed;           /**< The check failed; otherwise it called a young object Degraded. */
} vitals_young_finding;

/** What the fixtures of one check reach. */
typedef struct vitals_coverage {
    vitals_text check;
    vitals_text script; /**< File. */
    size_t lines, lines_run;
    size_t branches, branches_taken; /**< Both arms of every if, and, or. */
    vitals_text missing_statuses;    /**< That the script can return and no fixture does. */
    vitals_text error;               /**< Why nothing could be measured. */
} vitals_coverage;

/** A line of a script, or one arm of a branch in it. */
typedef struct vitals_coverage_point {
    uint32_t line, column; /**< Column 0: the line as a whole. */
    vitals_text what;      /**< "line", or of a branch "condition is true". */
    uint64_t count;        /**< How often the fixtures got here. */
} vitals_coverage_point;

typedef struct vitals_report vitals_report;

/** How to run tests. Start from VITALS_TEST_OPTIONS_INIT. New fields go last. */
typedef struct vitals_test_options {
    size_t struct_bytes;
    const vitals_allocator *allocator; /**< NULL for malloc. Copied. */
    const vitals_limits *limits;       /**< NULL for the defaults. */
    const char *checks;    /**< Judge by the scripts of this tree, not by those beside the tests. */
    const char *argocd_cm; /**< Name of a ConfigMap that comes first; NULL: none. */
    vitals_text argocd_cm_text;
    int64_t now_seconds;
    bool statuses_only;                                /**< Do not compare messages. */
    bool require_tests;                                /**< A check without tests fails. */
    bool fail_fast;                                    /**< Stop at the first failure. */
    bool young;                                        /**< Try the checks on young objects too. */
    bool coverage;                                     /**< Measure what the fixtures reach. */
    bool (*wants)(void *user, const char *name);       /**< false leaves a test out. */
    void (*done)(void *user, const vitals_test *test); /**< Told of each test as it ends. */
    void *user;
} vitals_test_options;

#define VITALS_TEST_OPTIONS_INIT                                                                   \
    { .struct_bytes = sizeof(vitals_test_options) }

/**
 * Run every health_test.yaml below `paths`: trees, parts of them, leaf directories, or the files in
 * one. `*out` tells what came of it; tests that fail are no failure of the call.
 *
 * Errors: VITALS_EREAD, VITALS_ECONFIG, VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_test_run(const char *const *paths, size_t count,
                                                         const vitals_test_options *options,
                                                         vitals_report **out,
                                                         vitals_diagnostics *diagnostics);
VITALS_API void vitals_report_free(vitals_report *report);

/** How many tests came to an outcome. */
VITALS_API size_t vitals_report_count(const vitals_report *report, vitals_outcome outcome);
/** false past the end. */
VITALS_API bool vitals_report_test_at(const vitals_report *report, size_t index, vitals_test *out);
VITALS_API bool vitals_report_young_at(const vitals_report *report, size_t index,
                                       vitals_young_finding *out);
VITALS_API bool vitals_report_coverage_at(const vitals_report *report, size_t index,
                                          vitals_coverage *out);
/** The lines and branches of the check at `index`, in the order of the script. */
VITALS_API bool vitals_report_coverage_point_at(const vitals_report *report, size_t index,
                                                size_t point, vitals_coverage_point *out);

/**
 * The text of one health_test.yaml with what is in place of what was expected, in all tests of the
 * report that failed with an answer. Bytes are spliced: comments and order stay. `*text` is the
 * caller's, to be given to vitals_text_free with the allocator of the options. `*changed` counts the tests.
 *
 * Errors: VITALS_ESYNTAX, the file cannot be spliced; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_report_update(const vitals_report *report,
                                                              const char *file, const char *bytes,
                                                              size_t size, char **text,
                                                              size_t *text_size, size_t *changed,
                                                              vitals_diagnostics *diagnostics);

/* ------------------------------------------------------------------ drafts */

/** A check to start from: a script, fixtures, and a test file that passes. */
typedef struct vitals_draft vitals_draft;

/** One file of a draft; `path` is relative to the tree: "group/Kind/health.lua". */
typedef struct vitals_draft_file {
    vitals_text path, text;
} vitals_draft_file;

/**
 * Draft a check for the kind of an object. What the object's status has (conditions, a phase)
 * decides what the script looks at; the fixtures are the object and younger versions of it.
 * `allocator` may be NULL.
 *
 * Errors: VITALS_EINVAL, the object has no group and kind that can name a directory; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_draft_new(const vitals_document *object,
                                                          const vitals_allocator *allocator,
                                                          vitals_draft **out);
VITALS_API void vitals_draft_free(vitals_draft *draft);
/** false past the end. */
VITALS_API bool vitals_draft_file_at(const vitals_draft *draft, size_t index,
                                     vitals_draft_file *out);

#ifdef __cplusplus
}
#endif

#endif
