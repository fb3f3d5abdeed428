/**
 * Tests of health checks: runs the fixtures of check trees as Argo CD does, measures their
 * coverage, tries checks on objects that no fixture covers, and drafts new checks. The conventions
 * of <vitals/vitals.h> apply. Only the given paths are read.
 */
#ifndef VITALS_TESTING_H
#define VITALS_TESTING_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------- tests */

/** The outcome of a test. */
typedef enum vitals_outcome {
    VITALS_OUTCOME_PASSED,
    VITALS_OUTCOME_FAILED,
    VITALS_OUTCOME_SKIPPED /**< An action test, which needs Argo CD itself; or a kind for which the
                                tree given as `checks` has no check, or a file without tests, which
                                has no `input`: `error` says so. */
} vitals_outcome;

/** One item of a health_test.yaml and its result. A text that does not apply is absent. */
typedef struct vitals_test {
    vitals_outcome outcome;
    vitals_text name;  /**< "group/Kind/testdata/x.yaml", as Argo CD calls the sub-test. */
    vitals_text file;  /**< The health_test.yaml. */
    uint32_t line;     /**< Of the item in that file; 0 when unknown. */
    vitals_text input; /**< Path of the object. */
    vitals_text rule;  /**< Key or directory of the check that was run. */
    vitals_text expected_status, expected_message;
    vitals_text status, message; /**< What the check returned. */
    vitals_text error;           /**< Why there is no result. */
    vitals_text script;          /**< File that holds the script. */
    uint32_t script_line;        /**< Line of that file that returned or failed, or 0. */
    vitals_text script_text;     /**< That line. */
    uint64_t steps;              /**< Steps or CEL cost of the run. */
} vitals_test;

/**
 * A check that mishandles an incomplete object: one whose controller has not acted yet, or one
 * without a field that the script reads.
 */
typedef struct vitals_incomplete_finding {
    vitals_text check;    /**< Directory of the check. */
    vitals_text state;    /**< What the object is like: "no status". */
    vitals_text text;     /**< The error, or the message that came with Degraded. */
    vitals_text script;   /**< File that holds the script. */
    uint32_t script_line; /**< Line of that file that returned or failed, or 0. */
    vitals_text script_text;
    vitals_text object;    /**< The smallest object that reproduces it, as YAML. */
    vitals_text directory; /**< Of the check, for saving the object. */
    bool failed;           /**< The check failed; false: it returned Degraded. */
} vitals_incomplete_finding;

/** How much of one check its fixtures reach. */
typedef struct vitals_coverage {
    vitals_text check;
    vitals_text script; /**< File. */
    size_t lines, lines_run;
    size_t branches, branches_taken; /**< Both arms of every if, and, or. */
    vitals_text missing_statuses;    /**< Those in the script that no fixture produces. */
    vitals_text error;               /**< Why nothing was measured, or absent. */
} vitals_coverage;

/** A line of a script, or one arm of a branch in it. */
typedef struct vitals_coverage_point {
    uint32_t line, column; /**< Column 0: the line as a whole. */
    vitals_text what;      /**< "line", or for a branch "condition is true". */
    uint64_t count;        /**< How often the fixtures reached it. */
} vitals_coverage_point;

/** The results of a run. Threads: any number may read it. */
typedef struct vitals_report vitals_report;

/** A file of a check tree that is in memory. `path` is relative to the tree:
 * "group/Kind/testdata/healthy.yaml". This struct never grows. */
typedef struct vitals_test_file {
    vitals_text path, text;
} vitals_test_file;

/** How to run tests. Start from VITALS_TEST_OPTIONS_INIT. */
typedef struct vitals_test_options {
    size_t struct_bytes;
    const vitals_allocator *allocator; /**< NULL for malloc. Copied. */
    const vitals_limits *limits;       /**< NULL for the defaults. */
    const char *checks;    /**< Use the scripts of this tree, not those beside the tests. */
    const char *argocd_cm; /**< File name of an argocd-cm that takes precedence, in any form of
                                vitals_configuration_add_rules; NULL: none. */
    vitals_text argocd_cm_text;
    int64_t now_seconds;   /**< The clock, in seconds since 1970. */
    bool statuses_only;    /**< Do not compare messages. */
    bool require_tests;    /**< A check without tests fails. */
    bool fail_fast;        /**< Stop at the first failure. */
    bool incomplete;       /**< Also try incomplete objects. */
    bool coverage;         /**< Measure coverage. */
    bool closed_libraries; /**< Run the scripts of trees as Argo CD runs those of an argocd-cm
                                without useOpenLibs: without string, math, os, io, coroutine and
                                debug. Those of `argocd_cm` have the libraries it gives them. */
    bool (*wants)(void *user, const char *name);       /**< false leaves the test out. */
    void (*done)(void *user, const vitals_test *test); /**< Called after each test. */
    void *user;                                        /**< Passed to both callbacks. */
    vitals_interrupt_fn interrupt; /**< Asked while trees are read and before each test; true stops
                                        the run with VITALS_ESTOPPED. NULL never stops. */
    void *interrupt_user;          /**< Passed to it. */
    const vitals_test_file
        *files; /**< When not NULL: the only files there are. Nothing else is read;
                                        `paths` name directories among them, "." all of them. */
    size_t file_count;
    const char
        *argocd_cm_key; /**< Where the data of `argocd_cm` is; see vitals_rules_options. Or NULL. */
} vitals_test_options;

#define VITALS_TEST_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(vitals_test_options), NULL, NULL, NULL, NULL, { NULL, 0 }, 0, false, false, false,  \
            false, false, false, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL                       \
    }

/**
 * Run every health_test.yaml below `paths`. A path is a tree, a subdirectory of one, the directory
 * of one check, or a file in it. `*out` is the caller's, to be freed with vitals_report_free. A
 * test that fails does not make the call fail.
 *
 * Errors: VITALS_EREAD, VITALS_ECONFIG, VITALS_EINVAL, VITALS_ENOMEM, VITALS_ESTOPPED.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_test_run(const char *const *paths, size_t count,
                                                         const vitals_test_options *options,
                                                         vitals_report **out,
                                                         vitals_diagnostics *diagnostics);
VITALS_API void vitals_report_free(vitals_report *report);

/** The number of tests with this outcome. */
VITALS_API size_t vitals_report_count(const vitals_report *report, vitals_outcome outcome);
/** The getters return false past the end. Texts are borrowed from the report. */
VITALS_API bool vitals_report_test_at(const vitals_report *report, size_t index, vitals_test *out,
                                      size_t out_bytes);
VITALS_API bool vitals_report_incomplete_at(const vitals_report *report, size_t index,
                                            vitals_incomplete_finding *out, size_t out_bytes);
VITALS_API bool vitals_report_coverage_at(const vitals_report *report, size_t index,
                                          vitals_coverage *out, size_t out_bytes);
/** The lines and branches of the check at `index`, in the order of the script. */
VITALS_API bool vitals_report_coverage_point_at(const vitals_report *report, size_t index,
                                                size_t point, vitals_coverage_point *out,
                                                size_t out_bytes);

/** Coverage of lines and branches together, in per cent, rounded down; 100 when there are none. A check
 * that could not be measured counts as one line that was not reached. */
VITALS_API unsigned vitals_report_coverage_percent(const vitals_report *report);

/**
 * The report as one JSON object without a line break, as `vitals test -o json` prints it:
 * docs/schema/test.schema.json. `*text` is the caller's, to be freed with vitals_text_free and the
 * allocator of the options.
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_report_json(const vitals_report *report,
                                                            char **text, size_t *size);

/**
 * The text of one health_test.yaml with the actual results in place of the expected ones, for all
 * failed tests of the report that have a result. Only those bytes are replaced: comments and order
 * stay. `*text` is the caller's, to be freed with vitals_text_free and the allocator of the
 * options. `*changed` is the number of tests updated.
 *
 * Errors: VITALS_ESYNTAX, the file cannot be updated in place; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_report_update(const vitals_report *report,
                                                              const char *file, const char *bytes,
                                                              size_t size, char **text,
                                                              size_t *text_size, size_t *changed,
                                                              vitals_diagnostics *diagnostics);

/* ------------------------------------------------------------------ drafts */

/** A generated check to start from: a script, fixtures, and a test file that passes. */
typedef struct vitals_draft vitals_draft;

/** One file of a draft; `path` is relative to the tree: "group/Kind/health.lua". */
typedef struct vitals_draft_file {
    vitals_text path, text;
} vitals_draft_file;

/** What to draft from. Start from VITALS_DRAFT_OPTIONS_INIT. Everything is borrowed for the call. */
typedef struct vitals_draft_options {
    size_t struct_bytes;
    const vitals_allocator *allocator;     /**< NULL for malloc. Copied. */
    const vitals_document *const *objects; /**< Of one kind, in any states; they become fixtures as
                                                they are, secrets included. */
    size_t object_count;
    const vitals_document *const *schemas; /**< CustomResourceDefinitions, and OpenAPI v3 documents.
                                                Schemas of other kinds are ignored. */
    size_t schema_count;
    bool expressions;         /**< Draft healthCheckExprs: one file, health.cel.yaml. */
    const char *group, *kind; /**< The kind, where there is no object. */
} vitals_draft_options;

#define VITALS_DRAFT_OPTIONS_INIT                                                                  \
    { sizeof(vitals_draft_options), NULL, NULL, 0, NULL, 0, false, NULL, NULL }

/**
 * Draft a check from objects of a kind, from its schema, or from both. The script looks at what is in
 * the status: conditions, by their names; a phase or state, by the words of the objects, of the
 * schema, and of most kinds; a text that says what failed; a bool, or a count of replicas. A word
 * that says that something failed is never Healthy, and a word that is not known is Progressing.
 * The fixtures are the objects, one for each state, and incomplete variants of one. `*out` is the
 * caller's, to be freed with vitals_draft_free.
 *
 * Errors: VITALS_EINVAL, the group and kind cannot name a directory; VITALS_ENOTFOUND, there is no
 * object, and no schema of the kind; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_draft_make(const vitals_draft_options *options,
                                                           vitals_draft **out);
/** The same from one object. `allocator` may be NULL. */
VITALS_API VITALS_MUST_USE vitals_status vitals_draft_new(const vitals_document *object,
                                                          const vitals_allocator *allocator,
                                                          vitals_draft **out);
/** A sentence about what the draft takes for granted, to be checked by its author, borrowed from the
 * draft; absent past the end. */
VITALS_API vitals_text vitals_draft_assumption_at(const vitals_draft *draft, size_t index);
VITALS_API void vitals_draft_free(vitals_draft *draft);
/** The files, borrowed from the draft; false past the end. */
VITALS_API bool vitals_draft_file_at(const vitals_draft *draft, size_t index,
                                     vitals_draft_file *out, size_t out_bytes);

#ifdef __cplusplus
}
#endif

#endif
